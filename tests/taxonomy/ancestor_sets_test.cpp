#include "taxonomy/ancestor_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

void expect_sets_of(const Taxonomy& t) {
  const auto nodes = test::all_nodes(t);
  const AncestorSets sets(t, nodes);
  ASSERT_EQ(sets.size(), nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto expected = t.ancestor_set(nodes[i]);
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(std::vector<NodeId>(sets.of(i).begin(), sets.of(i).end()), expected);
  }
}

TEST(AncestorSets, AreThoseOfTheTaxonomySortedByNode) {
  expect_sets_of(Taxonomy::parse("b\tc\na\tb\na\td\n", "tree"));
  expect_sets_of(Taxonomy::parse("a1\tx\na\ta1\nb\tx\nr\ta\nr\tb\nb\ta1\n", "dag"));
}

TEST(AncestorSets, RefuseATaxonomyThatIsTooDeep) {
  std::string chain, ladder;  // the ladder is a DAG: every node also hangs below the top
  for (int i = 0; i < 100'000; ++i) {
    const std::string next = std::to_string(i) + "\t" + std::to_string(i + 1) + "\n";
    chain += next;
    ladder += next + "0\t" + std::to_string(i + 2) + "\n";
  }
  for (const std::string& text : {chain, ladder}) {
    const Taxonomy t = Taxonomy::parse(text, "t");
    test::expect_error([&] { AncestorSets(t, test::all_nodes(t)); }, ErrorKind::input, "too deep");
  }
}

TEST(CommonSize, CountsWhatTwoSetsShare) {
  const std::vector<NodeId> a{NodeId{0}, NodeId{2}, NodeId{5}, NodeId{7}};
  const std::vector<NodeId> b{NodeId{0}, NodeId{1}, NodeId{5}, NodeId{9}};
  EXPECT_EQ(common_size(a, b), 2U);
  EXPECT_EQ(common_size(a, a), 4U);
  EXPECT_EQ(common_size(a, {}), 0U);
}

}  // namespace
}  // namespace clade::detail

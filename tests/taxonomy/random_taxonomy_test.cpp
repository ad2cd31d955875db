#include "taxonomy/random_taxonomy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::all_nodes;
using test::edges_of;

// Levels 1, 3, 6, 12; two terminal nodes on the second level.
Taxonomy sample() {
  std::string text;
  for (int a = 0; a < 3; ++a) {
    text += "r\ta" + std::to_string(a) + "\n";
    for (int b = 0; b < 2; ++b) {
      const std::string middle = "b" + std::to_string(2 * a + b);
      text += "a" + std::to_string(a) + "\t" + middle + "\n";
      for (int c = 0; c < (a == 2 ? 0 : 3); ++c)
        text += middle + "\t" + middle + "." + std::to_string(c) + "\n";
    }
  }
  return Taxonomy::parse(text, "t");
}

TEST(RandomTaxonomy, KeepsLevelsNamesAndTerminals) {
  const Taxonomy given = sample();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Taxonomy t = random_taxonomy(given, seed);
    ASSERT_EQ(t.size(), given.size());
    EXPECT_TRUE(t.is_tree());
    for (const NodeId node : all_nodes(given)) {
      EXPECT_EQ(t.name(node), given.name(node));
      EXPECT_EQ(t.depth(node), given.depth(node));
      EXPECT_EQ(t.is_terminal(node), given.is_terminal(node));
    }
  }
}

TEST(RandomTaxonomy, FollowsFromTheSeed) {
  const Taxonomy given = sample();
  EXPECT_EQ(edges_of(random_taxonomy(given, 5)), edges_of(random_taxonomy(given, 5)));
  std::set<std::vector<std::string>> different;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    different.insert(edges_of(random_taxonomy(given, seed)));
  EXPECT_GT(different.size(), 15U);
}

// The frequencies of the parents of one node, over many seeds.
TEST(RandomTaxonomy, DrawsParentsEvenly) {
  const Taxonomy given = sample();
  const NodeId node = test::at(given, "b0");
  std::vector<int> times(given.size(), 0);
  for (std::uint64_t seed = 0; seed < 3000; ++seed)
    ++times[index_of(random_taxonomy(given, seed).parents(node)[0])];
  for (const char* name : {"a0", "a1", "a2"})
    EXPECT_NEAR(times[index_of(test::at(given, name))], 1000, 120) << name;
}

TEST(RandomTaxonomy, MakesATreeOfADag) {
  const Taxonomy dag = Taxonomy::parse("r\ta\nr\tb\nr\tc\na\tx\nb\tx\nc\tx\nx\ty\na\ty\n", "t");
  const Taxonomy t = random_taxonomy(dag, 1);
  EXPECT_TRUE(t.is_tree());
  EXPECT_EQ(t.size(), dag.size());
  EXPECT_EQ(t.depth(test::at(t, "y")), 2U);
  EXPECT_EQ(random_taxonomy(Taxonomy::parse("r\ta\n", "t"), 0).size(), 2U);
}

TEST(RandomTaxonomy, KeepsAnUnnamedRoot) {
  const Taxonomy t = random_taxonomy(Taxonomy::parse("a\tx\nb\ty\n", "t"), 3);
  EXPECT_EQ(t.name(t.root()), "");
  EXPECT_EQ(t.children(t.root()).size(), 2U);
}

}  // namespace
}  // namespace clade::detail

#include "taxonomy/normalized_shares.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>

#include "taxonomy/attributes.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::at;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pair;

double root_of(double share) { return std::sqrt(share); }

// The row of a class, by the names of its units.
std::map<std::string, double> row_of(const Taxonomy& taxonomy, std::span<const NodeId> classes,
                                     std::size_t position) {
  const ClassAttributes attributes = make_attributes("normalized", taxonomy, classes);
  std::map<std::string, double> row;
  for (const Attribute& a : attributes.map.of(position)) {
    row[attributes.unit_names.at(index_of(a.unit))] = a.strength;
  }
  return row;
}

auto near(double value) { return DoubleNear(value, 1e-12); }

TEST(NormalizedAttributes, ShareThePathEquallyOverItsLongestContinuation) {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tc\na\ta1\na\ta2\na2\ta21\n", "t");
  const auto classes = t.terminals();  // c, a1, a21
  EXPECT_THAT(row_of(t, classes, 0), ElementsAre(Pair("c", near(1))));
  EXPECT_THAT(row_of(t, classes, 1),
              ElementsAre(Pair("a", near(root_of(1.0 / 3))), Pair("a1", near(root_of(2.0 / 3)))));
  EXPECT_THAT(row_of(t, classes, 2),
              ElementsAre(Pair("a", near(root_of(1.0 / 3))), Pair("a2", near(root_of(1.0 / 3))),
                          Pair("a21", near(root_of(1.0 / 3)))));
}

TEST(NormalizedAttributes, AClassAtAnInnerNodeTakesWhatIsLeft) {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tc\na\ta1\n", "t");
  const auto classes = test::all_nodes(t);  // r, a, c, a1
  EXPECT_THAT(row_of(t, classes, 0), ElementsAre(Pair("r", near(1))));
  EXPECT_THAT(row_of(t, classes, 1), ElementsAre(Pair("a", near(1))));
  EXPECT_THAT(row_of(t, classes, 3),
              ElementsAre(Pair("a", near(root_of(0.5))), Pair("a1", near(root_of(0.5)))));
}

TEST(NormalizedAttributes, NodesWithoutAClassBelowDoNotCount) {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tc\na\ta1\na\ta2\na2\ta21\n", "t");
  const auto classes = test::nodes(t, {"a1", "c"});
  EXPECT_THAT(row_of(t, classes, 0),
              ElementsAre(Pair("a", near(root_of(0.5))), Pair("a1", near(root_of(0.5)))));
}

Taxonomy random_taxonomy(std::mt19937& random, std::size_t nodes, unsigned most_parents) {
  std::string text;
  for (std::size_t node = 1; node < nodes; ++node) {
    std::map<std::size_t, bool> parents;
    for (auto p = 1 + random() % most_parents; p > 0; --p) parents[random() % node] = true;
    for (const auto& entry : parents) text += fmt::format("n{}\tn{}\n", entry.first, node);
  }
  return Taxonomy::parse(text, "t");
}

TEST(NormalizedAttributes, SquaresSumToOneAlongEveryPathOfATree) {
  std::mt19937 random(5);
  for (int run = 0; run < 50; ++run) {
    const Taxonomy t = random_taxonomy(random, 2 + random() % 40, 1);
    const NormalizedShares shares = normalized_shares(t, t.terminals());
    int paths = 0;
    const std::function<void(NodeId, double)> walk = [&](NodeId node, double above) {
      const double sum = above + shares.share[static_cast<std::size_t>(node)];
      if (t.is_terminal(node)) {
        EXPECT_NEAR(sum, 1, 1e-12);
        ++paths;
      }
      for (const NodeId child : t.children(node)) walk(child, sum);
    };
    walk(t.root(), 0);
    EXPECT_EQ(paths, static_cast<int>(t.terminals().size()));
    // The node alone decides: classes share the strengths of what is above them.
    std::map<std::string, double> seen;
    for (std::size_t c = 0; c < t.terminals().size(); ++c) {
      for (const auto& [name, strength] : row_of(t, t.terminals(), c)) {
        EXPECT_EQ(seen.emplace(name, strength).first->second, strength) << name;
      }
    }
  }
}

TEST(NormalizedAttributes, OfADagHaveLengthOne) {
  std::mt19937 random(6);
  for (int run = 0; run < 50; ++run) {
    const Taxonomy t = random_taxonomy(random, 3 + random() % 40, 3);
    const auto classes = run % 2 == 0 ? t.terminals() : test::all_nodes(t);
    const ClassAttributes attributes = make_attributes("normalized", t, classes);
    for (std::size_t c = 0; c < classes.size(); ++c) {
      EXPECT_NEAR(attributes.map.gram(c, c), 1, 1e-12);
      EXPECT_EQ(attributes.map.of(c).size(), std::max<std::size_t>(1, t.depth(classes[c])));
    }
  }
}

TEST(NormalizedAttributes, OfADiamondShareBothSides) {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tb\na\tx\nb\tx\n", "t");
  EXPECT_THAT(row_of(t, t.terminals(), 0),
              ElementsAre(Pair("a", near(root_of(1.0 / 3))), Pair("b", near(root_of(1.0 / 3))),
                          Pair("x", near(root_of(1.0 / 3)))));
}

TEST(NormalizedAttributes, StandAVeryDeepTaxonomy) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += fmt::format("n{}\tn{}\nn{}\tl{}\n", i, i + 1, i, i);
  const Taxonomy t = Taxonomy::parse(text, "t");
  const NormalizedShares shares = normalized_shares(t, t.terminals());
  EXPECT_NEAR(shares.share[static_cast<std::size_t>(at(t, "n5000"))], 1.0 / 5000, 1e-12);
  for (const double share : shares.share) EXPECT_GE(share, 0);
}

}  // namespace
}  // namespace clade::detail

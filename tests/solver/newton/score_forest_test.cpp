#include "solver/newton/score_forest.h"

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include "tests/solver/newton/forest_problem.h"

namespace clade::detail {
namespace {

ScoreMap map_of(const std::vector<std::vector<std::pair<std::uint32_t, double>>>& rows,
                std::size_t units) {
  Csr<Attribute> attributes;
  for (const auto& row : rows) {
    for (const auto& [unit, strength] : row) attributes.push({UnitId{unit}, strength});
    attributes.end_row();
  }
  return ScoreMap(std::move(attributes), units);
}

TEST(ScoreForest, OfFlatMapsIsOneRootForEachDecision) {
  const auto forest = ScoreForest::find(ScoreMap::identity(4));
  ASSERT_TRUE(forest);
  EXPECT_EQ(forest->trees(), 4U);
  EXPECT_EQ(forest->levels().size(), 1U);
  for (const auto& ending : forest->endings()) EXPECT_EQ(ending.own, 1);
}

// F_c = o_c w_u + a_c s_parent is what the map says.
TEST(ScoreForest, GivesTheScoresOfTheMap) {
  for (const auto strengths : {test::Strengths::equal, test::Strengths::by_node,
                               test::Strengths::own_node, test::Strengths::by_depth}) {
    for (std::size_t depth = 1; depth <= 4; ++depth) {
      Random random(depth);
      const ScoreMap map = test::random_forest_map(random, {depth, strengths});
      const auto forest = ScoreForest::find(map);
      ASSERT_TRUE(forest);
      EXPECT_EQ(forest->trees(), 3U);
      EXPECT_EQ(forest->levels().size(), depth);
      std::vector<double> w(map.units()), sums(map.units()), expected(map.decisions());
      for (double& value : w) value = random.normal();
      for (std::size_t u = 0; u < w.size(); ++u) {  // parents come before their children here
        const auto& node = forest->nodes()[u];
        sums[u] = node.strength * w[u];
        if (node.parent != ScoreForest::none) sums[u] += sums[node.parent];
      }
      map.apply(std::span<const double>(w), std::span(expected));
      for (std::size_t c = 0; c < map.decisions(); ++c) {
        const auto [node, own, factor] = forest->endings()[c];
        const std::uint32_t parent = forest->nodes()[node].parent;
        const double above = parent == ScoreForest::none ? 0 : sums[parent];
        EXPECT_NEAR(own * w[node] + factor * above, expected[c], 1e-12);
        EXPECT_EQ(forest->tree_of_decision(c), forest->nodes()[node].tree);
      }
    }
  }
}

TEST(ScoreForest, TakesDecisionsWithoutUnitsAndUnitsWithoutDecisions) {
  const auto forest = ScoreForest::find(map_of({{}, {{1, 0.5}}}, 3));
  ASSERT_TRUE(forest);
  EXPECT_EQ(forest->endings()[0].node, ScoreForest::none);
  EXPECT_EQ(forest->tree_of_decision(0), ScoreForest::none);
  EXPECT_EQ(forest->trees(), 3U);
}

TEST(ScoreForest, IsNotFoundInDags) {
  // Unit 2 has the parents 0 and 1.
  EXPECT_FALSE(ScoreForest::find(
      map_of({{{0, 1}, {2, 1}}, {{1, 1}, {2, 1}}, {{0, 1}, {3, 1}}, {{1, 1}, {4, 1}}}, 5)));
}

TEST(ScoreForest, IsNotFoundWhereDecisionsWeighSharedUnitsDifferently) {
  const auto with = [](double second) {
    return map_of({{{0, 1}, {1, 1}, {2, 1}}, {{0, 1}, {1, second}, {3, 1}}}, 4);
  };
  EXPECT_TRUE(ScoreForest::find(with(1)));
  EXPECT_FALSE(ScoreForest::find(with(0.5)));
}

}  // namespace
}  // namespace clade::detail

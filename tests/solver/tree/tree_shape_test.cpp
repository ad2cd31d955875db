#include "solver/tree/tree_shape.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

#include "solver/tree/tree_tables.h"
#include "tests/solver/tree/random_tree.h"

namespace clade::detail {
namespace {

ScoreMap map_of(std::initializer_list<std::initializer_list<std::pair<std::uint32_t, double>>> rows,
                std::size_t units) {
  Csr<Attribute> all;
  for (const auto& row : rows) {
    for (const auto& [unit, strength] : row) all.push({UnitId{unit}, strength});
    all.end_row();
  }
  return ScoreMap(std::move(all), units);
}

TEST(TreeShape, FindsTheNodesAboveEachClass) {
  // Node 0 above node 1, classes 2 and 3 below node 1, class 4 below node 0.
  const auto shape = tree_shape(
      map_of({{{0, 0.5}, {1, 0.5}, {2, 1}}, {{0, 0.5}, {1, 0.5}, {3, 1}}, {{0, 0.5}, {4, 2}}}, 5));
  ASSERT_TRUE(shape);
  EXPECT_TRUE(shape->has_equal_factors);
  ASSERT_EQ(shape->inner.size(), 2u);
  EXPECT_EQ(shape->inner[0].unit, 0u);
  EXPECT_EQ(shape->inner[0].parent, TreeShape::root);
  EXPECT_EQ(shape->inner[1].unit, 1u);
  EXPECT_EQ(shape->inner[1].parent, 0u);
  ASSERT_EQ(shape->leaves.size(), 3u);
  EXPECT_EQ(shape->leaves[0].parent, 1u);
  EXPECT_EQ(shape->leaves[2].parent, 0u);
  EXPECT_EQ(shape->leaves[2].unit, 4u);
  EXPECT_EQ(shape->leaves[2].strength, 2);
}

TEST(TreeShape, GivesClassesFactorsOfTheirOwn) {
  const auto shape =
      tree_shape(map_of({{{0, 0.5}, {1, 0.4}, {2, 1}}, {{0, 0.25}, {1, 0.2}, {3, 1}}}, 4));
  ASSERT_TRUE(shape);
  EXPECT_FALSE(shape->has_equal_factors);
  EXPECT_DOUBLE_EQ(shape->leaves[1].factor, 0.5);
}

TEST(TreeShape, RefusesWhatIsNoTree) {
  // A class below two nodes of which neither is above the other.
  EXPECT_FALSE(
      tree_shape(map_of({{{0, 1}, {2, 1}}, {{1, 1}, {3, 1}}, {{0, 1}, {1, 1}, {4, 1}}}, 5)));
  // A class without a unit of its own.
  EXPECT_FALSE(tree_shape(map_of({{{0, 1}}, {{0, 1}, {1, 1}}}, 2)));
  // Strengths that are no product of a unit's and a class's.
  EXPECT_FALSE(tree_shape(map_of({{{0, 0.5}, {1, 0.4}, {2, 1}}, {{0, 0.5}, {1, 0.3}, {3, 1}}}, 4)));
}

std::unique_ptr<const TreeTables<float>> tables_of(const Problem<float>& problem) {
  const ProblemTables<float> tables(problem);
  return TreeTables<float>::make(tables);
}

TEST(TreeTables, HoldEveryClassOnce) {
  for (const std::size_t classes : {3u, 17u, 100u, 300u}) {
    const auto problem = test::random_tree_problem<float>(classes, {.classes = classes});
    const auto tables = tables_of(problem);
    ASSERT_NE(tables, nullptr);
    std::size_t held = 0;
    for (std::size_t place = 0; place < tables->places; ++place) {
      const Decision c = tables->class_at[place];
      if (c == constant_zero) continue;
      EXPECT_EQ(tables->classes[c].place, place);
      EXPECT_EQ(tables->allowed[place], 0);
      ++held;
    }
    EXPECT_EQ(held, classes);
  }
}

TEST(TreeTables, AreForOneLabelAndOneFiniteSlack) {
  const test::TreeOptions options;
  EXPECT_NE(tables_of(test::random_tree_problem<float>(1, options)), nullptr);
  auto problem = test::random_tree_problem<float>(1, options);
  problem.groups = SlackGroups::constraint;
  EXPECT_EQ(tables_of(problem), nullptr);
  problem = test::random_tree_problem<float>(1, options);
  problem.C[2] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(tables_of(problem), nullptr);
}

TEST(TreeTables, NeedSiblingsOfOneLoss) {
  Random random(3);
  const auto problem = test::random_tree_problem<float>(1, {});
  Problem<float> irregular = problem;
  auto losses = std::make_shared<test::TableLosses>();
  losses->table.assign(20, std::vector<double>(20));
  for (auto& row : losses->table) {
    for (double& value : row) value = 0.5 + random.uniform();
  }
  ConstraintSet set(20, losses);
  std::vector<Decision> all(20);
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = static_cast<Decision>(c);
  const ConstraintSet::Block block{0, set.add_list(all)};
  const Decision own = 0;
  const std::uint32_t pattern = set.add_pattern(std::span(&block, 1), std::span(&own, 1));
  for (std::size_t i = 0; i < irregular.rows.size(); ++i) set.add_instance(pattern);
  irregular.constraints = std::move(set);
  EXPECT_EQ(tables_of(irregular), nullptr);
}

}  // namespace
}  // namespace clade::detail

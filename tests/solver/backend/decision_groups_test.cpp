#include "solver/backend/decision_groups.h"

#include <gtest/gtest.h>

#include <vector>

namespace clade::detail {
namespace {

// Units 0 and 3 are inner nodes; 1, 2, 4 their leaves; decision 3 stands alone with unit 5 and 6.
ScoreMap small_map() {
  Csr<Attribute> rows;
  const auto add = [&rows](std::vector<Attribute> row) { rows.push_row(row); };
  add({{UnitId{0}, 0.5}, {UnitId{1}, 2.0}});
  add({{UnitId{3}, 0.5}, {UnitId{4}, 1.0}});
  add({{UnitId{0}, 0.5}, {UnitId{2}, 3.0}});
  add({{UnitId{5}, 1.0}, {UnitId{6}, 1.5}});
  add({{UnitId{3}, 0.5}});
  return ScoreMap(std::move(rows), 7);
}

TEST(DecisionGroupsTest, PutsDecisionsTogetherThatShareTheSameUnits) {
  const DecisionGroups groups(small_map());
  ASSERT_EQ(groups.size(), 3);
  const auto members = [&](std::size_t g) {
    const auto row = groups.members(g);
    return std::vector<Decision>(row.begin(), row.end());
  };
  EXPECT_EQ(members(0), (std::vector<Decision>{0, 2}));
  EXPECT_EQ(members(1), (std::vector<Decision>{1, 4}));
  EXPECT_EQ(members(2), (std::vector<Decision>{3}));
  EXPECT_EQ(groups.group_of(4), 1);
  EXPECT_EQ(groups.own(3).size(), 2);
  EXPECT_TRUE(groups.own(4).empty());
  EXPECT_TRUE(groups.shared(2).empty());
}

TEST(DecisionGroupsTest, GivesSharedUnitsTheFirstNumbers) {
  const DecisionGroups groups(small_map());
  EXPECT_EQ(groups.shared_end(), DecisionGroups::boundary);
  EXPECT_EQ(groups.number_of_unit()[0], 0);
  EXPECT_EQ(groups.number_of_unit()[3], 1);
  // The members of a group lie side by side, from the boundary on.
  EXPECT_EQ(groups.number_of_unit()[1], DecisionGroups::boundary);
  EXPECT_EQ(groups.number_of_unit()[2], DecisionGroups::boundary + 1);
}

TEST(DecisionGroupsTest, ScoresAsTheMapThatItWasMadeFrom) {
  const ScoreMap map = small_map();
  const DecisionGroups groups(map);
  const std::vector<double> raw{1, 2, 3, 4, 5, 6, 7};
  std::vector<double> renumbered(groups.map().units()), expected(5), scores(5);
  for (std::size_t u = 0; u < raw.size(); ++u) renumbered[groups.number_of_unit()[u]] = raw[u];
  map.apply(std::span<const double>(raw), std::span(expected));
  groups.map().apply(std::span<const double>(renumbered), std::span(scores));
  EXPECT_EQ(scores, expected);
}

TEST(DecisionGroupsTest, TakesAFlatMapAsOneGroup) {
  const DecisionGroups groups(ScoreMap::identity(5));
  EXPECT_EQ(groups.size(), 1);
  EXPECT_EQ(groups.members(0).size(), 5);
  EXPECT_EQ(groups.shared_end(), 0);
}

}  // namespace
}  // namespace clade::detail

#include "solver/problem/constraint_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clade::detail {
namespace {

using testing::ElementsAre;

std::vector<Decision> rivals(const ConstraintSet& set, std::size_t instance,
                             const ConstraintSet::Block& block) {
  std::vector<Decision> seen;
  set.for_each_rival(instance, block, [&](Decision d) { seen.push_back(d); });
  return seen;
}

TEST(ConstraintSet, LeavesOutTheOwnDecisionsOfAPattern) {
  ConstraintSet set(5);
  const auto list = set.add_list(std::vector<Decision>{0, 1, 2, 3, 4});
  const std::vector<ConstraintSet::Block> blocks{{1, list}, {3, list}};
  set.add_instance(set.add_pattern(blocks, std::vector<Decision>{1, 3}));
  EXPECT_EQ(set.count(0), 6U);
  EXPECT_THAT(rivals(set, 0, set.blocks(0)[0]), ElementsAre(0, 2, 4));
  EXPECT_THAT(rivals(set, 0, set.blocks(0)[1]), ElementsAre(0, 2, 4));
}

TEST(ConstraintSet, ComparesWithZero) {
  ConstraintSet set(3);
  const auto zero = set.add_list(std::vector<Decision>{constant_zero});
  const auto all = set.add_list(std::vector<Decision>{0, 1, 2});
  const std::vector<ConstraintSet::Block> blocks{{2, zero}, {constant_zero, all}};
  set.add_instance(set.add_pattern(blocks, std::vector<Decision>{2}));
  EXPECT_EQ(set.count(0), 3U);
  EXPECT_THAT(rivals(set, 0, set.blocks(0)[0]), ElementsAre(constant_zero));
  EXPECT_THAT(rivals(set, 0, set.blocks(0)[1]), ElementsAre(0, 1));
}

TEST(ConstraintSet, EveryDecisionLeftOutMeansNoConstraint) {
  ConstraintSet set(2);
  const auto all = set.add_list(std::vector<Decision>{0, 1});
  const std::vector<ConstraintSet::Block> blocks{{0, all}, {1, all}};
  set.add_instance(set.add_pattern(blocks, std::vector<Decision>{0, 1}));
  EXPECT_EQ(set.count(0), 0U);
}

}  // namespace
}  // namespace clade::detail

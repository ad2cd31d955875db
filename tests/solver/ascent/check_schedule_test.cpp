#include "solver/ascent/check_schedule.h"

#include <gtest/gtest.h>

namespace clade::detail {
namespace {

constexpr std::size_t many_instances = 10'000'000;  // no extra patience

TEST(CheckSchedule, ExpectsTheGapToFallAsItDid) {
  CheckSchedule schedule({}, many_instances, false);
  EXPECT_DOUBLE_EQ(schedule.expected_gap(0.5), 0.5);
  schedule.record_estimate(0.5);
  EXPECT_DOUBLE_EQ(schedule.expected_gap(0.25), 0.125);
  EXPECT_DOUBLE_EQ(schedule.expected_gap(0.75), 0.75);
}

TEST(CheckSchedule, FollowsNoTrendWhereThereIsNone) {
  CheckSchedule schedule({.follows_trend = false}, many_instances, false);
  schedule.record_estimate(0.5);
  EXPECT_DOUBLE_EQ(schedule.expected_gap(0.25), 0.25);
}

TEST(CheckSchedule, LooksInsideAnEpochThatMayBeTheLast) {
  CheckSchedule schedule({}, many_instances, false);
  EXPECT_FALSE(schedule.may_end_inside(1));
  schedule.record_estimate(0.8);
  EXPECT_FALSE(schedule.may_end_inside(1));  // no trend yet
  schedule.record_estimate(0.4);
  EXPECT_DOUBLE_EQ(schedule.expected_inside(0.3), 0.15);
  EXPECT_TRUE(schedule.may_end_inside(0.1));
  EXPECT_FALSE(schedule.may_end_inside(0.05));
  schedule.record_estimate(0.5);  // it no longer falls
  EXPECT_FALSE(schedule.may_end_inside(0.5));
}

TEST(CheckSchedule, WaitsLongerAfterACheckInsideAnEpochThatFailed) {
  CheckSchedule schedule({}, many_instances, false);
  schedule.record_estimate(0.8);
  schedule.record_estimate(0.4);
  schedule.record_check_inside(0.1, 0.12);
  EXPECT_DOUBLE_EQ(schedule.expected_inside(0.2), 0.12);
  schedule.record_check_inside(0.1, 5);
  EXPECT_DOUBLE_EQ(schedule.expected_inside(0.2), 0.2);  // twice as long at most
}

TEST(CheckSchedule, DoesNotLookInsideEpochsWithoutATrend) {
  CheckSchedule schedule({.follows_trend = false}, many_instances, false);
  schedule.record_estimate(0.8);
  schedule.record_estimate(0.4);
  EXPECT_FALSE(schedule.may_end_inside(1));
}

TEST(CheckSchedule, IsOverdueAfterItsIntervalWhichGrowsWithTheRun) {
  CheckSchedule schedule({.interval = 4}, many_instances, false);
  EXPECT_FALSE(schedule.is_overdue(3));
  EXPECT_TRUE(schedule.is_overdue(4));
  schedule.set_next(20);
  EXPECT_FALSE(schedule.is_overdue(29));
  EXPECT_TRUE(schedule.is_overdue(30));
  EXPECT_TRUE(CheckSchedule({}, many_instances, true).is_overdue(1));
}

TEST(CheckSchedule, IsStuckOnceChecksNoLongerLowerTheGap) {
  CheckSchedule schedule({.checks_until_stuck = 2, .epochs_until_stuck = 10}, many_instances,
                         false);
  EXPECT_FALSE(schedule.is_stuck(0.5, 5));
  EXPECT_FALSE(schedule.is_stuck(0.5, 14));
  EXPECT_TRUE(schedule.is_stuck(0.49, 15));
  EXPECT_FALSE(schedule.is_stuck(0.4, 16));
}

TEST(CheckSchedule, GivesSmallProblemsTheirTime) {
  CheckSchedule schedule({.checks_until_stuck = 0, .epochs_until_stuck = 10}, 99, false);
  EXPECT_FALSE(schedule.is_stuck(0.5, 1));
  EXPECT_FALSE(schedule.is_stuck(0.5, 10'000));
  EXPECT_TRUE(schedule.is_stuck(0.5, 10'001));
}

}  // namespace
}  // namespace clade::detail

#include "linear/storage.h"

#include <gtest/gtest.h>

namespace clade::detail {
namespace {

constexpr std::size_t many = 1 << 20;

Storage storage_of(const StorageNeeds& needs) { return plan_storage(needs).storage; }

TEST(Storage, RowsAreDenseUpToAGigabyte) {
  EXPECT_EQ(storage_of({many, 256, 4}), Storage::dense);
  EXPECT_NE(storage_of({many, 257, 4}), Storage::dense);
  EXPECT_EQ(storage_of({many, 128, 8}), Storage::dense);
  EXPECT_EQ(storage_of({many, 129, 8}), Storage::blocks);
}

TEST(Storage, LargeRankingProblemsAreHybrid) {
  const StoragePlan plan = plan_storage({many, 5000, 4});
  EXPECT_EQ(plan.storage, Storage::hybrid);
  EXPECT_GT(plan.row_bytes, 0U);
  EXPECT_GT(plan.least_instances, 0U);
}

TEST(Storage, WhatHybridWeightsCannotDoIsInBlocks) {
  const StorageNeeds large{many, 5000, 4};
  for (bool StorageNeeds::*hindrance :
       {&StorageNeeds::has_constant, &StorageNeeds::has_anchor, &StorageNeeds::has_slack_groups,
        &StorageNeeds::has_infinite_C, &StorageNeeds::has_other_solver}) {
    StorageNeeds needs = large;
    needs.*hindrance = true;
    EXPECT_EQ(storage_of(needs), Storage::blocks);
    needs.units = 1;
    EXPECT_EQ(storage_of(needs), Storage::dense);
  }
}

TEST(Storage, WeightsOfNodesArePackedWhereTheyWouldNotFit) {
  EXPECT_EQ(plan_node_storage(1000, 256, 4).storage, Storage::dense);
  EXPECT_EQ(plan_node_storage(1000, 257, 4).storage, Storage::blocks);
  EXPECT_EQ(plan_node_storage(1'000'000, 4000, 4).storage, Storage::blocks);
  EXPECT_EQ(plan_node_storage(1'000'001, 4000, 4).storage, Storage::packed);
  EXPECT_EQ(plan_node_storage(1'000'001, 4000, 8).storage, Storage::blocks);
}

}  // namespace
}  // namespace clade::detail

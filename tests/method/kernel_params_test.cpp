#include "method/kernel_params.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace clade::detail {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t gibibyte = std::size_t{1} << 30;

TEST(KernelCache, IsAsLargeAsItIsSetToBe) {
  EXPECT_EQ(kernel_cache_bytes(2, 100'000, 4), 2 * mebibyte);
  EXPECT_EQ(kernel_cache_bytes(0.5, 10, 8), mebibyte / 2);
  KernelParams params;
  params.cache_mb = 300;
  EXPECT_EQ(params.cache_bytes(10, 4), 300 * mebibyte);
}

TEST(KernelCache, FollowsTheMatrixUnlessItIsSet) {
  EXPECT_EQ(auto_cache_bytes(10'000, 4, 64 * gibibyte), 1'000'000'000U);
  EXPECT_EQ(auto_cache_bytes(10'000, 8, 64 * gibibyte), 2'000'000'000U);
  EXPECT_EQ(auto_cache_bytes(20'000, 4, 64 * gibibyte), 4'000'000'000U);
}

TEST(KernelCache, TakesAtMostHalfOfWhatIsFree) {
  EXPECT_EQ(auto_cache_bytes(100'000, 4, 6 * gibibyte), 3 * gibibyte);
  EXPECT_EQ(auto_cache_bytes(4'000'000'000, 8, 6 * gibibyte), 3 * gibibyte);
}

TEST(KernelCache, IsNoSmallerThanItsOldDefaultWhereThatFits) {
  EXPECT_EQ(auto_cache_bytes(0, 4, 64 * gibibyte), 256 * mebibyte);
  EXPECT_EQ(auto_cache_bytes(6, 4, 64 * gibibyte), 256 * mebibyte);
  EXPECT_EQ(auto_cache_bytes(100'000, 4, 100 * mebibyte), 50 * mebibyte);
  EXPECT_EQ(auto_cache_bytes(100'000, 4, 0), 16 * mebibyte);
}

TEST(KernelCache, IsKnownWhereFreeMemoryIsNot) {
  EXPECT_EQ(auto_cache_bytes(10'000, 4, SIZE_MAX), 1'000'000'000U);
}

TEST(KernelCache, ByDefaultAsksTheMachine) {
  EXPECT_GE(KernelParams().cache_bytes(10'000, 4), 256 * mebibyte);
  EXPECT_LE(KernelParams().cache_bytes(10'000, 4), 1'000'000'000U);
}

}  // namespace
}  // namespace clade::detail

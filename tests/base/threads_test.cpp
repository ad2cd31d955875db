#include "base/threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "clade/error.h"

namespace clade::detail {
namespace {

class ThreadPoolTest : public testing::TestWithParam<unsigned> {
 protected:
  ThreadPool pool{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Sizes, ThreadPoolTest, testing::Values(1U, 2U, 7U));

TEST_P(ThreadPoolTest, RunsEveryBlockOnce) {
  EXPECT_EQ(pool.size(), GetParam());
  for (const std::size_t blocks : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    std::vector<std::atomic<int>> runs(blocks);
    pool.for_blocks(blocks, [&](std::size_t block) { ++runs.at(block); });
    for (const auto& count : runs) EXPECT_EQ(count.load(), 1);
  }
}

TEST_P(ThreadPoolTest, ServesManyShortCallsInARow) {
  std::atomic<std::size_t> sum = 0;
  for (int call = 0; call < 2000; ++call) {
    pool.for_blocks(3, [&](std::size_t block) { sum += block; });
  }
  EXPECT_EQ(sum.load(), 6000U);
}

TEST_P(ThreadPoolTest, CutsRangesByTheGrain) {
  std::vector<int> touched(1003, 0);
  std::atomic<std::size_t> calls = 0;
  pool.for_ranges(touched.size(), 100, [&](std::size_t begin, std::size_t end) {
    ++calls;
    EXPECT_EQ(begin % 100, 0U);
    EXPECT_LE(end - begin, 100U);
    for (std::size_t i = begin; i < end; ++i) ++touched.at(i);
  });
  EXPECT_EQ(calls.load(), 11U);
  EXPECT_EQ(std::accumulate(touched.begin(), touched.end(), 0), 1003);
  EXPECT_EQ(*std::min_element(touched.begin(), touched.end()), 1);
  pool.for_ranges(0, 100, [&](std::size_t, std::size_t) { FAIL(); });
}

TEST_P(ThreadPoolTest, TakesAGrainOfZeroAsOne) {
  std::atomic<int> calls = 0;
  pool.for_ranges(3, 0, [&](std::size_t begin, std::size_t end) {
    EXPECT_EQ(end, begin + 1);
    ++calls;
  });
  EXPECT_EQ(calls.load(), 3);
}

TEST_P(ThreadPoolTest, RethrowsTheFailureOfTheLowestBlockAndStaysUsable) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    try {
      pool.for_blocks(100, [](std::size_t block) {
        if (block >= 10) throw std::runtime_error(std::to_string(block));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "10");
    }
  }
  std::atomic<int> calls = 0;
  pool.for_blocks(20, [&](std::size_t) { ++calls; });
  EXPECT_EQ(calls.load(), 20);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need the address space
// In a process of its own, which may map so little that the stacks of the threads do not fit.
void start_too_many_threads() {
  const rlimit small{std::size_t{1} << 29, std::size_t{1} << 29};
  ::setrlimit(RLIMIT_AS, &small);
  try {
    const ThreadPool pool(5000);
    std::_Exit(1);
  } catch (const Error& error) {
    std::_Exit(error.kind() == ErrorKind::environment ? 0 : 2);
  }
}

TEST(ThreadPoolDeathTest, ReportsThreadsThatTheSystemDoesNotGive) {
  EXPECT_EXIT(start_too_many_threads(), testing::ExitedWithCode(0), "");
}
#endif

TEST(ThreadPool, TakesAllCoresForZero) { EXPECT_GE(ThreadPool(0).size(), 1U); }

}  // namespace
}  // namespace clade::detail

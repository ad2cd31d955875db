#include "linear/block_arena.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.h"

namespace clade::detail {
namespace {

TEST(BlockArena, SizesGrowByAnEighthAtMost) {
  const BlockArena arena(695);
  EXPECT_EQ(arena.size(arena.longest()), 695U);
  for (std::size_t places = 1; places <= 695; ++places) {
    const std::size_t size = arena.size(arena.class_for(places));
    EXPECT_GE(size, places);
    EXPECT_LE(size, places + places / 8 + 1) << places;
  }
}

TEST(BlockArena, AShortestRunIsOnePlace) {
  BlockArena arena(1);
  EXPECT_EQ(arena.longest(), 0U);
  EXPECT_EQ(arena.take(0), 0U);
  EXPECT_EQ(arena.take(0), 1U);
}

TEST(BlockArena, GivesOutAgainWhatCameBackWholeOrInParts) {
  BlockArena arena(100);
  const auto long_run = arena.class_for(64), short_run = arena.class_for(5);
  const std::uint64_t first = arena.take(long_run);
  arena.give_back(first, long_run);
  EXPECT_EQ(arena.take(long_run), first);
  arena.give_back(first, long_run);
  for (int i = 0; i < 9; ++i) EXPECT_LT(arena.take(short_run), 64U);  // rests may be shorter
  EXPECT_EQ(arena.end(), 64U);
  EXPECT_EQ(arena.take(long_run), 64U);
}

TEST(BlockArena, CountsWhatIsUnused) {
  BlockArena arena(10);
  const std::uint64_t begin = arena.take(7);
  EXPECT_EQ(arena.unused(), 0U);
  arena.give_back(begin, 7);
  EXPECT_EQ(arena.unused(), 8U);
  arena.take(2);
  EXPECT_EQ(arena.unused(), 5U);
  EXPECT_EQ(arena.end(), 8U);
}

TEST(BlockArena, ResetStartsAnewBehindThePlacesThatAreTaken) {
  BlockArena arena(10);
  arena.give_back(arena.take(3), 3);
  arena.take(5);
  arena.reset(4);
  EXPECT_EQ(arena.end(), 4U);
  EXPECT_EQ(arena.unused(), 0U);
  EXPECT_EQ(arena.take(0), 4U);
  arena.reset();
  EXPECT_EQ(arena.take(0), 0U);
}

TEST(BlockArena, RunsNeverOverlap) {
  struct Run {
    std::uint64_t begin;
    BlockArena::SizeClass size;
  };
  BlockArena arena(50);
  Random random(1);
  std::vector<Run> runs;
  std::vector<bool> taken;
  for (int round = 0; round < 5000; ++round) {
    if (!runs.empty() && random.below(2) == 0) {
      const std::size_t k = random.below(runs.size());
      for (std::size_t p = 0; p < arena.size(runs[k].size); ++p) taken[runs[k].begin + p] = false;
      arena.give_back(runs[k].begin, runs[k].size);
      runs[k] = runs.back();
      runs.pop_back();
      continue;
    }
    const auto size = arena.class_for(1 + random.below(50));
    const std::uint64_t begin = arena.take(size);
    taken.resize(arena.end());
    for (std::size_t p = 0; p < arena.size(size); ++p) {
      ASSERT_FALSE(taken[begin + p]);
      taken[begin + p] = true;
    }
    runs.push_back({begin, size});
  }
}

}  // namespace
}  // namespace clade::detail

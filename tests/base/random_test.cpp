#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace clade::detail {
namespace {

TEST(Random, IsTheSameEverywhere) {
  // The 10000th number of the engine with its default seed, as the C++ standard gives it.
  Random random(5489);
  for (int i = 1; i < 10000; ++i) random.bits();
  EXPECT_EQ(random.bits(), 9981545732273789042ULL);
}

TEST(Random, RepeatsWithTheSeedAndDiffersWithout) {
  Random a(1), b(1), c(2);
  const auto first = a.bits();
  EXPECT_EQ(first, b.bits());
  EXPECT_NE(first, c.bits());
}

TEST(Random, UniformStaysInItsInterval) {
  Random random(3);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double u = random.uniform();
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.01);
}

TEST(Random, BelowIsEvenOverItsRange) {
  Random random(4);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
  EXPECT_EQ(random.below(1), 0U);
  for (int i = 0; i < 100; ++i) EXPECT_LT(random.below((1ULL << 63) + 1), (1ULL << 63) + 1);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(5);
  double sum = 0, squares = 0;
  constexpr int draws = 200'000;
  for (int i = 0; i < draws; ++i) {
    const double x = random.normal();
    ASSERT_TRUE(std::isfinite(x));
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / draws, 0, 0.01);
  EXPECT_NEAR(squares / draws, 1, 0.02);
}

TEST(Random, ShuffleKeepsTheValues) {
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  const std::vector<int> sorted = values;
  Random(6).shuffle(std::span<int>(values));
  EXPECT_NE(values, sorted);
  EXPECT_TRUE(std::is_permutation(values.begin(), values.end(), sorted.begin()));
  std::vector<int> none;
  Random(6).shuffle(std::span<int>(none));
}

}  // namespace
}  // namespace clade::detail

#include "solver/ascent/rounding_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "linear/aligned_array.h"

namespace clade::detail {
namespace {

constexpr std::size_t units = 32, features = 40;

// Random steps on single weights, which are also added up in double. The last unit of a step gets
// minus the sum of its other changes.
class Steps {
 public:
  explicit Steps(std::uint64_t seed) : random_(seed) {
    weights_.assign(features, std::vector<float>(units));
    exact_.assign(features, std::vector<double>(units));
  }

  void take(RoundingBound<float>& bound) {
    std::vector<float> x(features);
    double squared_length = 0;
    for (float& value : x) {
      value = random_.uniform() < 0.3 ? static_cast<float>(random_.uniform()) : 0;
      squared_length += static_cast<double>(value) * static_cast<double>(value);
    }
    AlignedArray<float> change(units), scores(units);
    for (std::size_t u = 0; u < units; ++u) {
      for (std::size_t j = 0; j < features; ++j) scores[u] += x[j] * weights_[j][u];
    }
    const std::size_t label = random_.below(units);
    float sum = 0;
    double exact_sum = 0, total = 0;
    std::vector<double> exact(units);
    for (std::size_t u = 0; u < units; ++u) {
      if (u == label || random_.uniform() < 0.8) continue;
      exact[u] = random_.uniform() - 0.5;
      change[u] = static_cast<float>(exact[u]);
      sum += change[u];
      exact_sum += exact[u];
      total += std::abs(exact[u]);
    }
    change[label] = -sum;
    exact[label] = -exact_sum;
    bound.record({change.data(), scores.data(), blocks_, squared_length}, label, total, version_++);
    for (std::size_t j = 0; j < features; ++j) {
      for (std::size_t u = 0; u < units; ++u) {
        weights_[j][u] = std::fma(x[j], change[u], weights_[j][u]);
        exact_[j][u] += static_cast<double>(x[j]) * exact[u];
      }
    }
  }

  double moved(std::size_t u) const {
    double sum = 0;
    for (std::size_t j = 0; j < features; ++j) {
      const double error = static_cast<double>(weights_[j][u]) - exact_[j][u];
      sum += error * error;
    }
    return std::sqrt(sum);
  }
  double length(std::size_t u) const {
    double sum = 0;
    for (std::size_t j = 0; j < features; ++j) sum += exact_[j][u] * exact_[j][u];
    return std::sqrt(sum);
  }
  std::uint64_t version() const { return version_; }

 private:
  Random random_;
  std::vector<std::vector<float>> weights_;
  std::vector<std::vector<double>> exact_;
  std::vector<std::uint32_t> blocks_{0, 1};
  std::uint64_t version_ = 1;
};

TEST(RoundingBound, HoldsForRandomSteps) {
  constexpr int steps = 500;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Steps run(seed);
    RoundingBound<float> bound(units, true, run.version());
    for (int k = 0; k < steps; ++k) run.take(bound);
    ASSERT_TRUE(bound.is_known(run.version()));
    for (std::size_t u = 0; u < units; ++u) {
      EXPECT_GT(run.moved(u), 0);
      EXPECT_LE(run.moved(u), bound.moved(u)) << u;
      // Far closer than every change times the length of all weights.
      EXPECT_LT(bound.moved(u), 1.2e-7 * steps * (1 + run.length(u))) << u;
    }
  }
}

// Two changes of one step cancel in single precision, but not quite in double: the weights of the
// sum stay, and should not.
TEST(RoundingBound, HoldsForSumsThatAreRoundedToZero) {
  constexpr std::size_t sum = units - 1;
  for (const int steps : {1, 10, 1000}) {
    RoundingBound<float> bound(units, true, 1);
    const std::vector<std::uint32_t> blocks{0, 1};
    const AlignedArray<float> scores(units);
    double missed = 0;
    for (int k = 0; k < steps; ++k) {
      const double amount = 1 + 1.9e-8 * (1 + k % 3);
      AlignedArray<float> change(units);
      change[0] = static_cast<float>(amount);
      change[1] = static_cast<float>(-1.0);
      change[sum] = -(change[0] + change[1]);
      ASSERT_EQ(change[sum], 0);
      missed += amount - 1;
      bound.record({change.data(), scores.data(), blocks, 1}, sum, amount + 1,
                   1 + static_cast<std::uint64_t>(k));
    }
    ASSERT_TRUE(bound.is_known(1 + static_cast<std::uint64_t>(steps)));
    EXPECT_GT(missed, 0);
    EXPECT_LE(missed, bound.moved(sum)) << steps;
  }
}

TEST(RoundingBound, IsZeroWhereNothingChanged) {
  const RoundingBound<double> bound(units, true, 3);
  EXPECT_TRUE(bound.is_known(3));
  for (std::size_t u = 0; u < units; ++u) EXPECT_EQ(bound.moved(u), 0);
}

TEST(RoundingBound, IsNotKnownOnceOthersChangedWeights) {
  Steps run(0);
  RoundingBound<float> bound(units, true, run.version());
  run.take(bound);
  EXPECT_TRUE(bound.is_known(run.version()));
  EXPECT_FALSE(bound.is_known(run.version() + 1));
  RoundingBound<float> late(units, true, run.version() + 1);
  run.take(late);
  EXPECT_FALSE(late.is_known(run.version()));
  run.take(late);
  EXPECT_FALSE(late.is_known(run.version()));
  EXPECT_FALSE(RoundingBound<float>(units, false, 1).is_known(1));
}

TEST(RoundingBound, FollowsWeightsIntoAnotherOrder) {
  RoundingBound<float> bound(units, true, 1);
  bound.follow(1, 2);
  EXPECT_TRUE(bound.is_known(2));
  bound.follow(3, 4);
  EXPECT_FALSE(bound.is_known(4));
}

}  // namespace
}  // namespace clade::detail

#include "kernel/low_rank.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/kernel/random_rows.h"

namespace clade::detail {
namespace {

constexpr std::size_t cache = std::size_t{1} << 20;

KernelSpec rbf(double gamma) {
  KernelSpec spec;
  spec.kind = KernelKind::rbf;
  spec.gamma = gamma;
  return spec;
}

// K - L L' stays within what its diagonal says.
template <class Real>
void expect_bounds(const GramRows<Real>& gram, const LowRank& low, double largest_residual) {
  for (std::size_t i = 0; i < gram.size(); ++i) {
    EXPECT_LE(low.residual[i], largest_residual + 1.1e-14 * gram.diagonal(i));
    for (std::size_t j = 0; j <= i; ++j) {
      double product = 0;
      for (std::size_t k = 0; k < low.rank; ++k) product += low.row(i)[k] * low.row(j)[k];
      EXPECT_LE(std::abs(gram.between(i, j) - product),
                std::sqrt(low.residual[i] * low.residual[j]) * (1 + 1e-9));
    }
  }
}

TEST(LowRank, LeavesNoMoreThanItsDiagonalSays) {
  const auto rows = test::random_rows<double>(1, 80, 2, 0.9);
  for (const double largest : {1e-2, 1e-6, 1e-11}) {
    const GramRows<double> gram(rbf(0.1), rows, 2, cache);
    const auto low = low_rank(gram, largest, 80);
    ASSERT_TRUE(low.has_value());
    EXPECT_LT(low->rank, 60u);
    expect_bounds(gram, *low, largest);
  }
}

TEST(LowRank, TakesFewerColumnsForLess) {
  const auto rows = test::random_rows<float>(2, 80, 2, 0.9);
  const GramRows<float> gram(rbf(0.1), rows, 2, cache);
  const auto rough = low_rank(gram, 1e-2, 80), fine = low_rank(gram, 1e-8, 80);
  ASSERT_TRUE(rough && fine);
  EXPECT_LT(rough->rank, fine->rank);
  EXPECT_FALSE(low_rank(gram, 1e-8, fine->rank - 1).has_value());
  EXPECT_TRUE(low_rank(gram, 1e-8, fine->rank).has_value());
}

// As many columns as features, and none where all instances are alike.
TEST(LowRank, IsTheNumberOfFeaturesOfTheLinearKernel) {
  const auto rows = test::random_rows<double>(3, 30, 4, 1);
  const GramRows<double> gram({}, rows, 4, cache);
  const auto low = low_rank(gram, 0, 30);
  ASSERT_TRUE(low.has_value());
  EXPECT_EQ(low->rank, 4u);
  expect_bounds(gram, *low, 0);
}

TEST(LowRank, IsOneWhereAllInstancesAreTheSame) {
  SparseRows<double> rows;
  for (int i = 0; i < 5; ++i) {
    rows.push({0, 2.0});
    rows.end_row();
  }
  const auto low = low_rank(GramRows<double>(rbf(1), rows, 1, cache), 0, 5);
  ASSERT_TRUE(low.has_value());
  EXPECT_EQ(low->rank, 1u);
}

TEST(LowRank, IsNotForMatricesThatMayBeIndefinite) {
  const auto rows = test::random_rows<double>(4, 6, 6, 1);
  KernelSpec spec;
  spec.kind = KernelKind::precomputed;
  EXPECT_FALSE(low_rank(GramRows<double>(spec, rows, 6, cache), 1e-6, 6).has_value());
  spec.kind = KernelKind::poly;
  spec.coef0 = -1;
  EXPECT_FALSE(low_rank(GramRows<double>(spec, rows, 6, cache), 1e-6, 6).has_value());
  spec.coef0 = 1;
  EXPECT_TRUE(low_rank(GramRows<double>(spec, rows, 6, cache), 1e-6, 6).has_value());
}

}  // namespace
}  // namespace clade::detail

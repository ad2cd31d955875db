#include "kernel/gram_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "tests/kernel/random_rows.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::expect_error;

constexpr std::size_t features = 30, plenty = std::size_t{1} << 24;

template <class Real>
class GramRowsOf : public testing::Test {
 protected:
  static constexpr double rounding =
      200 * static_cast<double>(std::numeric_limits<Real>::epsilon());
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(GramRowsOf, Reals);

TYPED_TEST(GramRowsOf, AreThoseOfTheFormulas) {
  ThreadPool pool(2);
  const auto rows = test::random_rows<TypeParam>(1, 50, features, 0.3);
  for (const KernelSpec& spec :
       {KernelSpec{}, KernelSpec{KernelKind::rbf, 0.2}, KernelSpec{KernelKind::poly, 0.5, 1, 3}}) {
    GramRows<TypeParam> gram(spec, rows, features, plenty);
    ASSERT_EQ(gram.size(), 50U);
    for (const std::vector<std::uint32_t>& asked :
         {std::vector<std::uint32_t>{7}, {0, 49, 7, 13}, {1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12}}) {
      gram.fetch(asked, pool);
      for (const std::uint32_t i : asked) {
        for (std::size_t j = 0; j < gram.size(); ++j) {
          const double expected =
              test::by_formula<TypeParam>(spec, rows.row(i), rows.row(j), features);
          const double size = std::max(1.0, std::abs(expected));
          ASSERT_NEAR(gram.row(i)[j], expected, this->rounding * size);
          EXPECT_NEAR(gram.between(i, j), expected, 1e-12 * size);
        }
        EXPECT_EQ(gram.diagonal(i), gram.between(i, i));
      }
    }
  }
}

TYPED_TEST(GramRowsOf, ASmallCacheGivesTheSameValues) {
  constexpr std::size_t instances = 200, at_once = GramRows<TypeParam>::most_at_once;
  ThreadPool pool(1), more(3);
  const auto rows = test::random_rows<TypeParam>(2, instances, features, 0.5);
  const KernelSpec spec{KernelKind::rbf, 0.1};
  const std::size_t row_bytes =
      make_kernel_rows<TypeParam>(spec, rows, features)->padded_size() * sizeof(TypeParam);
  GramRows<TypeParam> all(spec, rows, features, plenty);
  GramRows<TypeParam> few(spec, rows, features, at_once * row_bytes);
  std::vector<std::uint32_t> order(instances);
  std::iota(order.begin(), order.end(), 0U);
  Random random(3);
  for (int pass = 0; pass < 20; ++pass) {
    random.shuffle(std::span(order));
    const auto asked = std::span(std::as_const(order)).first(1 + random.below(at_once));
    all.fetch(asked, pool);
    few.fetch(asked, more);
    for (const std::uint32_t i : asked) {
      EXPECT_TRUE(std::equal(all.row(i), all.row(i) + instances, few.row(i))) << i;
    }
  }
}

// A row that is asked for stays while others of the same call are fetched.
TYPED_TEST(GramRowsOf, RowsThatAreReadyAreNotGivenUpForOthersOfTheSameCall) {
  constexpr std::uint32_t at_once = GramRows<TypeParam>::most_at_once;
  ThreadPool pool(1);
  const auto rows = test::random_rows<TypeParam>(4, 100, features, 0.5);
  const std::size_t row_bytes =
      make_kernel_rows<TypeParam>({}, rows, features)->padded_size() * sizeof(TypeParam);
  GramRows<TypeParam> gram({}, rows, features, at_once * row_bytes);
  std::vector<std::uint32_t> asked(at_once);
  for (std::uint32_t first = 0; first + at_once <= 100; first += at_once / 2) {
    std::iota(asked.begin(), asked.end(), first);
    gram.fetch(asked, pool);
    for (const std::uint32_t i : asked) {
      ASSERT_NEAR(gram.row(i)[i], gram.diagonal(i), this->rounding * (1 + gram.diagonal(i)));
      ASSERT_NEAR(gram.row(i)[50], gram.between(i, 50), this->rounding * (1 + gram.diagonal(i)));
    }
  }
}

TYPED_TEST(GramRowsOf, TooSmallACacheIsRefusedWithTheSizeThatWillDo) {
  const auto rows = test::random_rows<TypeParam>(5, 4096, 3, 0.5);
  const std::size_t least = 32 * 4096 * sizeof(TypeParam);
  EXPECT_EQ(GramRows<TypeParam>::least_bytes(4096), least);
  expect_error([&] { GramRows<TypeParam>({}, rows, 3, least - 1); }, ErrorKind::usage,
               sizeof(TypeParam) == 4 ? "`cache_mb`: expected 0.51 or more, for 32 rows of the "
                                        "kernel matrix of 4096 examples"
                                      : "`cache_mb`: expected 1 or more");
  EXPECT_EQ(GramRows<TypeParam>({}, rows, 3, least).size(), 4096U);
}

TYPED_TEST(GramRowsOf, FewInstancesNeedNoMoreThanTheirOwnRows) {
  ThreadPool pool(1);
  const auto rows = test::random_rows<TypeParam>(6, 3, 3, 0.5);
  GramRows<TypeParam> gram({}, rows, 3, 3 * 64);
  const std::vector<std::uint32_t> all{0, 1, 2};
  gram.fetch(all, pool);
  EXPECT_NEAR(gram.row(1)[2], gram.between(1, 2), this->rounding);
  expect_error([&] { GramRows<TypeParam>({}, rows, 3, 3 * 64 - 1); }, ErrorKind::usage,
               "`cache_mb`");
  EXPECT_EQ(GramRows<TypeParam>({}, SparseRows<TypeParam>(), 0, 0).size(), 0U);
}

// The rows are the matrix; entries that are not there are zero.
TYPED_TEST(GramRowsOf, PrecomputedOnesAreTaken) {
  ThreadPool pool(1);
  constexpr std::size_t instances = 40;
  const auto matrix = test::random_rows<TypeParam>(7, instances, instances, 0.3);
  GramRows<TypeParam> gram({KernelKind::precomputed}, matrix, instances, plenty);
  for (std::uint32_t i = 0; i < instances; ++i) {
    gram.fetch({&i, 1}, pool);
    const auto expected = test::dense<TypeParam>(matrix.row(i), instances);
    for (std::size_t j = 0; j < instances; ++j) {
      EXPECT_EQ(static_cast<double>(gram.row(i)[j]), expected[j]);
      EXPECT_EQ(gram.between(i, j), expected[j]);
    }
    EXPECT_EQ(gram.diagonal(i), expected[i]);
  }
}

}  // namespace
}  // namespace clade::detail

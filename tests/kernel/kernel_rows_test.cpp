#include "kernel/kernel_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "kernel/subsequence.h"
#include "tests/kernel/random_rows.h"

namespace clade::detail {
namespace {

const std::vector<KernelSpec> specs{{},
                                    {KernelKind::rbf, 0.3},
                                    {KernelKind::poly, 0.5, 1, 3},
                                    {KernelKind::poly, 2, -0.5, 2},
                                    {KernelKind::poly, 1, 0, 1}};

// Half full rows are kept as panels, nearly empty ones by feature.
constexpr double half_full = 0.5, nearly_empty = 0.05;

template <class Real>
class KernelRowsOf : public testing::Test {
 protected:
  static constexpr double rounding =
      200 * static_cast<double>(std::numeric_limits<Real>::epsilon());

  // The values of all queries with all rows.
  static std::vector<std::vector<Real>> values(const KernelRows<Real>& kernel,
                                               const SparseRows<Real>& queries) {
    std::vector<std::vector<Real>> out(queries.size(), std::vector<Real>(kernel.padded_size()));
    std::vector<KernelQuery<Real>> asked;
    for (std::size_t q = 0; q < queries.size(); ++q) {
      asked.push_back({queries.row(q), squared_length<Real>(queries.row(q)), out[q].data()});
    }
    kernel.compute(asked);
    return out;
  }
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(KernelRowsOf, Reals);

// Sizes around that of a panel, 8 or 16 instances, and numbers of queries around how many are
// multiplied at once.
TYPED_TEST(KernelRowsOf, AgreeWithTheFormulas) {
  constexpr std::size_t features = 40;
  for (const double density : {half_full, nearly_empty}) {
    for (const std::size_t size : {1U, 7U, 8U, 9U, 15U, 16U, 17U, 33U}) {
      const auto rows = test::random_rows<TypeParam>(size, size, features, density);
      for (const KernelSpec& spec : specs) {
        const auto kernel = make_kernel_rows<TypeParam>(spec, rows, features);
        ASSERT_EQ(kernel->size(), size);
        for (std::size_t count = 1; count <= 7; ++count) {
          const auto queries = test::random_rows<TypeParam>(100 + count, count, features, density);
          const auto got = this->values(*kernel, queries);
          for (std::size_t q = 0; q < count; ++q) {
            for (std::size_t j = 0; j < size; ++j) {
              const double expected =
                  test::by_formula<TypeParam>(spec, rows.row(j), queries.row(q), features);
              ASSERT_NEAR(got[q][j], expected, this->rounding * std::max(1.0, std::abs(expected)))
                  << enum_name(spec.kind) << ", density " << density << ", " << size << " rows, "
                  << count << " queries";
            }
          }
        }
      }
    }
  }
}

TYPED_TEST(KernelRowsOf, ValuesOfTwoRowsAgreeWithTheFormulas) {
  constexpr std::size_t features = 20;
  const auto rows = test::random_rows<TypeParam>(3, 12, features, 0.4);
  for (const KernelSpec& spec : specs) {
    const auto kernel = make_kernel_rows<TypeParam>(spec, rows, features);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const double expected =
            test::by_formula<TypeParam>(spec, rows.row(i), rows.row(j), features);
        EXPECT_NEAR(kernel->between(rows.row(i), rows.row(j)), expected,
                    1e-12 * std::max(1.0, std::abs(expected)));
        EXPECT_EQ(kernel->between(rows.row(i), rows.row(j)),
                  kernel->between(rows.row(j), rows.row(i)));
      }
    }
  }
}

// Both forms of the same rows: one more feature, which nobody has, makes them sparse.
TYPED_TEST(KernelRowsOf, AreTheSameInBothForms) {
  const auto rows = test::random_rows<TypeParam>(4, 21, 10, half_full);
  const auto queries = test::random_rows<TypeParam>(5, 7, 10, half_full);
  for (const KernelSpec& spec : specs) {
    const auto dense = this->values(*make_kernel_rows<TypeParam>(spec, rows, 10), queries);
    const auto sparse = this->values(*make_kernel_rows<TypeParam>(spec, rows, 1000), queries);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const double size = std::max(1.0, std::abs(static_cast<double>(dense[q][j])));
        EXPECT_NEAR(dense[q][j], sparse[q][j], this->rounding * size);
      }
    }
  }
}

TYPED_TEST(KernelRowsOf, RbfOfARowWithItselfIsOne) {
  for (const double density : {half_full, nearly_empty}) {
    const auto rows = test::random_rows<TypeParam>(6, 33, 60, density);
    const auto kernel = make_kernel_rows<TypeParam>({KernelKind::rbf, 0.7}, rows, 60);
    const auto got = this->values(*kernel, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_NEAR(got[i][i], 1, this->rounding);
      EXPECT_LE(got[i][i], 1);
      EXPECT_EQ(kernel->between(rows.row(i), rows.row(i)), 1);
    }
  }
}

// A row that is predicted may have features that no instance has: they are not among its numbers,
// but they are part of its length.
TYPED_TEST(KernelRowsOf, FeaturesThatNoInstanceHasCountInTheLength) {
  const auto rows = test::random_rows<TypeParam>(7, 9, 5, half_full);
  const auto kernel = make_kernel_rows<TypeParam>({KernelKind::rbf, 0.25}, rows, 5);
  const auto query = test::random_rows<TypeParam>(8, 1, 5, half_full);
  const double beyond = 1.5;
  std::vector<TypeParam> out(kernel->padded_size());
  const KernelQuery<TypeParam> asked{
      query.row(0), squared_length<TypeParam>(query.row(0)) + beyond * beyond, out.data()};
  kernel->compute({&asked, 1});
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const double without =
        test::by_formula<TypeParam>({KernelKind::rbf, 0.25}, rows.row(j), query.row(0), 5);
    EXPECT_NEAR(out[j], without * std::exp(-0.25 * beyond * beyond), this->rounding);
  }
}

TYPED_TEST(KernelRowsOf, FarAwayIsZeroAndNeverNegativeOrNotANumber) {
  SparseRows<TypeParam> rows;
  for (const double value : {0.0, 1e-20, 1.0, 1e4, 1e15}) {
    if (value > 0) rows.push({0, static_cast<TypeParam>(value)});
    rows.end_row();
  }
  const auto got = this->values(*make_kernel_rows<TypeParam>({KernelKind::rbf, 10}, rows, 1), rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      EXPECT_TRUE(got[i][j] >= 0 && got[i][j] <= 1) << got[i][j];
      EXPECT_NEAR(got[i][j], i == j || i + j == 1 ? 1 : 0, 0.1) << i << ' ' << j;
    }
  }
}

TYPED_TEST(KernelRowsOf, TakeEmptyRowsAndNoRowsAtAll) {
  SparseRows<TypeParam> none, empty;
  empty.end_row();
  for (const KernelSpec& spec : specs) {
    EXPECT_EQ(this->values(*make_kernel_rows<TypeParam>(spec, none, 0), empty)[0].size(), 0U);
    EXPECT_EQ(this->values(*make_kernel_rows<TypeParam>(spec, none, 3), empty)[0].size(), 0U);
    const double expected = test::by_formula<TypeParam>(spec, empty.row(0), empty.row(0), 0);
    for (const std::size_t features : {0U, 4U}) {
      const auto got = this->values(*make_kernel_rows<TypeParam>(spec, empty, features), empty);
      EXPECT_NEAR(got[0][0], expected, this->rounding);
    }
  }
}

template <class Real>
SparseRows<Real> letters(const std::vector<std::string>& texts) {
  SparseRows<Real> rows;
  for (const std::string& text : texts) {
    for (std::uint32_t k = 0; k < text.size(); ++k) {
      rows.push({k, static_cast<Real>(static_cast<unsigned char>(text[k]))});
    }
    rows.end_row();
  }
  return rows;
}

TYPED_TEST(KernelRowsOf, SubsequencesAreNormalised) {
  const std::vector<std::string> texts{"science is organised knowledge", "wisdom is organised life",
                                       "is", "", "organised"};
  const KernelSpec spec{KernelKind::subsequence, 1, 0, 3, 3, 0.7};
  const auto rows = letters<TypeParam>(texts);
  const auto kernel = make_kernel_rows<TypeParam>(spec, rows, 40);
  const std::vector<std::string> asked{"a longer text than any of those that were kept, life", "is",
                                       "organised"};
  const auto got = this->values(*kernel, letters<TypeParam>(asked));
  SubsequenceKernel direct(3, 0.7);
  for (std::size_t q = 0; q < asked.size(); ++q) {
    for (std::size_t j = 0; j < texts.size(); ++j) {
      const std::vector<std::uint32_t> s(texts[j].begin(), texts[j].end()),
          t(asked[q].begin(), asked[q].end());
      EXPECT_NEAR(got[q][j], direct.normalised(s, t), this->rounding);
      EXPECT_NEAR(kernel->between(rows.row(j), letters<TypeParam>(asked).row(q)),
                  direct.normalised(s, t), 1e-12);
    }
  }
  EXPECT_NEAR(got[2][4], 1, this->rounding);
  EXPECT_EQ(got[1][2], 0) << "shorter than a subsequence";
}

}  // namespace
}  // namespace clade::detail

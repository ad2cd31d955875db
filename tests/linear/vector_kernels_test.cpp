#include "linear/vector_kernels.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/random.h"

namespace clade::detail {
namespace {

template <class Real>
class VectorKernels : public testing::Test {
 protected:
  static constexpr std::size_t line = 64 / sizeof(Real);
  static constexpr double rounding = 50 * static_cast<double>(std::numeric_limits<Real>::epsilon());

  std::vector<Real> random_vector(std::size_t size) {
    std::vector<Real> values(size);
    for (Real& v : values) v = static_cast<Real>(random_.normal());
    return values;
  }
  Random random_{3};
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(VectorKernels, Reals);

TYPED_TEST(VectorKernels, AddScaledVectorsOneAfterTheOther) {
  for (const std::size_t lines : {1U, 2U, 7U}) {
    const std::size_t size = lines * this->line;
    const auto a = this->random_vector(size), b = this->random_vector(size);
    auto first = this->random_vector(size), second = this->random_vector(size);
    const auto first_before = first, second_before = second;
    const std::vector<ScaledVector<TypeParam>> vectors{
        {TypeParam(0.5), a.data(), first.data(), size},
        {TypeParam(-2), b.data(), second.data(), size},
        {TypeParam(3), b.data(), first.data(), size}};
    add_vectors<TypeParam>(vectors);
    for (std::size_t c = 0; c < size; ++c) {
      EXPECT_NEAR(first[c], first_before[c] + 0.5 * a[c] + 3.0 * b[c], this->rounding);
      EXPECT_NEAR(second[c], second_before[c] - 2.0 * b[c], this->rounding);
    }
  }
  add_vectors<TypeParam>({});
}

TYPED_TEST(VectorKernels, AddRowsWithAShift) {
  constexpr double shift = 0.75;
  std::vector<std::vector<TypeParam>> matrix;
  std::vector<const TypeParam*> rows;
  const std::size_t first = this->line;
  for (int r = 0; r < 5; ++r) matrix.push_back(this->random_vector(8 * this->line));
  for (const auto& row : matrix) rows.push_back(row.data());
  const std::vector<RowTerm<TypeParam>> terms{
      {TypeParam(2), 4}, {TypeParam(-1), 0}, {TypeParam(0.5), 4}};
  for (const std::size_t lines : {1U, 4U, 6U}) {
    const std::size_t size = lines * this->line;
    auto sums = this->random_vector(size);
    const auto before = sums;
    add_rows<TypeParam>(terms, rows.data(), TypeParam(shift), first, size, sums.data());
    for (std::size_t c = 0; c < size; ++c) {
      const double expected =
          before[c] + 2.5 * (matrix[4][first + c] + shift) - (matrix[0][first + c] + shift);
      EXPECT_NEAR(sums[c], expected, this->rounding);
    }
  }
}

}  // namespace
}  // namespace clade::detail

#include "linear/dense_products.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/random.h"
#include "linear/aligned_array.h"

namespace clade::detail {
namespace {

template <class Real>
class DenseProducts : public testing::Test {
 protected:
  static constexpr double rounding =
      1000 * static_cast<double>(std::numeric_limits<Real>::epsilon());

  AlignedArray<Real> random_values(std::size_t size) {
    AlignedArray<Real> values(size);
    for (Real& v : values) v = static_cast<Real>(random_.normal());
    return values;
  }
  Random random_{5};
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(DenseProducts, Reals);

// Any number of rows, and rows of weights of any number of cache lines.
TYPED_TEST(DenseProducts, ScoreEveryRowAsIfAlone) {
  constexpr std::size_t line = 64 / sizeof(TypeParam), features = 37;
  for (std::size_t lines = 1; lines <= 11; ++lines) {
    const std::size_t stride = lines * line;
    const auto weights = this->random_values(features * stride);
    for (std::size_t count = 1; count <= 14; ++count) {
      std::vector<AlignedArray<TypeParam>> rows;
      std::vector<const TypeParam*> places;
      for (std::size_t r = 0; r < count; ++r) rows.push_back(this->random_values(features));
      for (const auto& row : rows) places.push_back(row.data());
      AlignedArray<TypeParam> scores(count * stride);
      multiply_rows<TypeParam>(weights.data(), stride, features, places, scores.data());
      for (std::size_t r = 0; r < count; ++r) {
        for (std::size_t u = 0; u < stride; ++u) {
          double sum = 0;
          for (std::size_t j = 0; j < features; ++j) {
            sum += static_cast<double>(rows[r][j]) * static_cast<double>(weights[j * stride + u]);
          }
          ASSERT_NEAR(scores[r * stride + u], sum, this->rounding) << lines << ' ' << count;
        }
      }
    }
  }
}

TYPED_TEST(DenseProducts, MultiplyTwoRows) {
  for (const std::size_t features : {0U, 1U, 15U, 16U, 33U, 64U, 101U}) {
    const auto x = this->random_values(features), y = this->random_values(features);
    double sum = 0;
    for (std::size_t j = 0; j < features; ++j) {
      sum += static_cast<double>(x[j]) * static_cast<double>(y[j]);
    }
    EXPECT_NEAR(dense_product(x.data(), y.data(), features), sum, this->rounding);
  }
}

TYPED_TEST(DenseProducts, AddAMultiple) {
  constexpr std::size_t line = 64 / sizeof(TypeParam), size = 3 * line;
  const auto change = this->random_values(size);
  auto scores = this->random_values(size);
  const std::vector<TypeParam> before(scores.begin(), scores.end());
  add_scaled(TypeParam(-1.5), change.data(), size, scores.data());
  for (std::size_t u = 0; u < size; ++u) {
    EXPECT_NEAR(scores[u], before[u] - 1.5 * change[u], this->rounding);
  }
}

}  // namespace
}  // namespace clade::detail

#include "linear/dense_products.h"

#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/dense_products.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Sums of so many rows and vectors of units are kept in registers.
constexpr std::size_t rows_at_once = HWY_TARGET <= HWY_AVX3 ? 6 : 4;
constexpr std::size_t most_vectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

template <std::size_t Rows, std::size_t Vectors, class Real>
HWY_INLINE void multiply_tile(const Real* HWY_RESTRICT weights, std::size_t stride,
                              std::size_t features, const Real* const* rows,
                              Real* HWY_RESTRICT scores) {
  const hn::ScalableTag<Real> d;
  using Vec = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const Real* HWY_RESTRICT x[Rows];
  for (std::size_t r = 0; r < Rows; ++r) x[r] = rows[r];
  Vec sum[Rows][Vectors];
  for (auto& of_row : sum) {
    for (Vec& s : of_row) s = hn::Zero(d);
  }
  for (std::size_t j = 0; j < features; ++j) {
    const Real* HWY_RESTRICT row = weights + j * stride;
    Vec w[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) w[v] = hn::LoadU(d, row + v * lanes);
    for (std::size_t r = 0; r < Rows; ++r) {
      const Vec value = hn::Set(d, x[r][j]);
      for (std::size_t v = 0; v < Vectors; ++v) sum[r][v] = hn::MulAdd(value, w[v], sum[r][v]);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      hn::StoreU(sum[r][v], d, scores + r * stride + v * lanes);
    }
  }
}

// The last units, which are fewer than a tile has.
template <std::size_t Rows, class Real, std::size_t... Less>
HWY_INLINE void multiply_rest(std::size_t vectors, const Real* weights, std::size_t stride,
                              std::size_t features, const Real* const* rows, Real* scores,
                              std::index_sequence<Less...>) {
  ((vectors == Less + 1 ? multiply_tile<Rows, Less + 1>(weights, stride, features, rows, scores)
                        : void()),
   ...);
}

template <std::size_t Rows, class Real>
HWY_INLINE void multiply_units(std::size_t vectors, const Real* weights, std::size_t stride,
                               std::size_t features, const Real* const* rows, Real* scores) {
  if (vectors >= most_vectors) {
    return multiply_tile<Rows, most_vectors>(weights, stride, features, rows, scores);
  }
  multiply_rest<Rows>(vectors, weights, stride, features, rows, scores,
                      std::make_index_sequence<most_vectors - 1>());
}

// Unit by unit, so that the weights of a tile stay in the second cache for all rows.
template <class Real>
void multiply(const Real* weights, std::size_t stride, std::size_t features,
              std::span<const Real* const> rows, Real* scores) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  const std::size_t tile = most_vectors * lanes;
  for (std::size_t u = 0; u < stride; u += tile) {
    const std::size_t vectors = (std::min(stride, u + tile) - u) / lanes;
    std::size_t r = 0;
    for (; r + rows_at_once <= rows.size(); r += rows_at_once) {
      multiply_units<rows_at_once>(vectors, weights + u, stride, features, rows.data() + r,
                                   scores + r * stride + u);
    }
    for (; r + 2 <= rows.size(); r += 2) {
      multiply_units<2>(vectors, weights + u, stride, features, rows.data() + r,
                        scores + r * stride + u);
    }
    for (; r < rows.size(); ++r) {
      multiply_units<1>(vectors, weights + u, stride, features, rows.data() + r,
                        scores + r * stride + u);
    }
  }
}

template <class Real>
Real product(const Real* HWY_RESTRICT x, const Real* HWY_RESTRICT y, std::size_t features) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d);
  std::size_t j = 0;
  for (; j + 2 * lanes <= features; j += 2 * lanes) {
    sum0 = hn::MulAdd(hn::LoadU(d, x + j), hn::LoadU(d, y + j), sum0);
    sum1 = hn::MulAdd(hn::LoadU(d, x + j + lanes), hn::LoadU(d, y + j + lanes), sum1);
  }
  Real total = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
  for (; j < features; ++j) total += x[j] * y[j];
  return total;
}

template <class Real>
void add(Real factor, const Real* HWY_RESTRICT change, std::size_t size,
         Real* HWY_RESTRICT scores) {
  const hn::CappedTag<Real, 64 / sizeof(Real)> d;
  const auto by = hn::Set(d, factor);
  for (std::size_t u = 0; u < size; u += hn::Lanes(d)) {
    hn::StoreU(hn::MulAdd(by, hn::LoadU(d, change + u), hn::LoadU(d, scores + u)), d, scores + u);
  }
}

}  // namespace

void multiply_float(const float* weights, std::size_t stride, std::size_t features,
                    std::span<const float* const> rows, float* scores) {
  multiply(weights, stride, features, rows, scores);
}
void multiply_double(const double* weights, std::size_t stride, std::size_t features,
                     std::span<const double* const> rows, double* scores) {
  multiply(weights, stride, features, rows, scores);
}
float product_float(const float* x, const float* y, std::size_t features) {
  return product(x, y, features);
}
double product_double(const double* x, const double* y, std::size_t features) {
  return product(x, y, features);
}
void add_float(float factor, const float* change, std::size_t size, float* scores) {
  add(factor, change, size, scores);
}
void add_double(double factor, const double* change, std::size_t size, double* scores) {
  add(factor, change, size, scores);
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(multiply_float);
HWY_EXPORT(multiply_double);
HWY_EXPORT(product_float);
HWY_EXPORT(product_double);
HWY_EXPORT(add_float);
HWY_EXPORT(add_double);

template <>
void multiply_rows(const float* weights, std::size_t stride, std::size_t features,
                   std::span<const float* const> rows, float* scores) {
  HWY_DYNAMIC_DISPATCH(multiply_float)(weights, stride, features, rows, scores);
}
template <>
void multiply_rows(const double* weights, std::size_t stride, std::size_t features,
                   std::span<const double* const> rows, double* scores) {
  HWY_DYNAMIC_DISPATCH(multiply_double)(weights, stride, features, rows, scores);
}
template <>
float dense_product(const float* x, const float* y, std::size_t features) {
  return HWY_DYNAMIC_DISPATCH(product_float)(x, y, features);
}
template <>
double dense_product(const double* x, const double* y, std::size_t features) {
  return HWY_DYNAMIC_DISPATCH(product_double)(x, y, features);
}
template <>
void add_scaled(float factor, const float* change, std::size_t size, float* scores) {
  HWY_DYNAMIC_DISPATCH(add_float)(factor, change, size, scores);
}
template <>
void add_scaled(double factor, const double* change, std::size_t size, double* scores) {
  HWY_DYNAMIC_DISPATCH(add_double)(factor, change, size, scores);
}

}  // namespace clade::detail
#endif

#include "kernel/product_loops.h"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/product_loops.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// After highway.h, which it needs.
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// `Vectors` vectors of instances; the sums of all rows stay in registers.
template <std::size_t Rows, std::size_t Vectors, class Real>
HWY_INLINE void multiply(const Real* HWY_RESTRICT panel, std::size_t features, std::size_t first,
                         const Real* const* z, Real* const* out) {
  const hn::CappedTag<Real, panel_size<Real>> d;
  using Vec = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  Vec sum[Rows][Vectors];
  for (auto& of_row : sum) {
    for (Vec& s : of_row) s = hn::Zero(d);
  }
  for (std::size_t f = 0; f < features; ++f) {
    const Real* HWY_RESTRICT values = panel + f * panel_size<Real> + first;
    for (std::size_t t = 0; t < Rows; ++t) {
      const Vec factor = hn::Set(d, z[t][f]);
      for (std::size_t v = 0; v < Vectors; ++v) {
        sum[t][v] = hn::MulAdd(factor, hn::LoadU(d, values + v * lanes), sum[t][v]);
      }
    }
  }
  for (std::size_t t = 0; t < Rows; ++t) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      hn::StoreU(sum[t][v], d, out[t] + first + v * lanes);
    }
  }
}

template <std::size_t Rows, class Real>
HWY_INLINE void multiply_panel(const Real* panel, std::size_t features, const Real* const* z,
                               Real* const* out) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<Real, panel_size<Real>>());
  if (lanes == panel_size<Real>) return multiply<Rows, 1>(panel, features, 0, z, out);
  for (std::size_t first = 0; first < panel_size<Real>; first += 2 * lanes) {
    multiply<Rows, 2>(panel, features, first, z, out);
  }
}

template <class Real, std::size_t... Less>
HWY_INLINE void products_of(std::size_t count, const Real* panel, std::size_t features,
                            const Real* const* z, Real* const* out, std::index_sequence<Less...>) {
  ((count == Less + 1 ? multiply_panel<Less + 1>(panel, features, z, out) : void()), ...);
}

template <class Real>
void products(const Real* panel, std::size_t features, const Real* const* z, std::size_t count,
              Real* const* out) {
  products_of(count, panel, features, z, out, std::make_index_sequence<rows_at_once>());
}

template <class Real>
void exponentials(Real gamma, Real* HWY_RESTRICT products, const Real* HWY_RESTRICT lengths,
                  Real length, std::size_t size) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto of = [&](auto tag, std::size_t j) HWY_ATTR {
    const auto sum = hn::Add(hn::LoadU(tag, lengths + j), hn::Set(tag, length));
    const auto distance = hn::Max(
        hn::Zero(tag), hn::NegMulAdd(hn::Set(tag, Real{2}), hn::LoadU(tag, products + j), sum));
    hn::StoreU(hn::Exp(tag, hn::Mul(hn::Set(tag, -gamma), distance)), tag, products + j);
  };
  std::size_t j = 0;
  for (; j + lanes <= size; j += lanes) of(d, j);
  const hn::CappedTag<Real, 1> one;
  for (; j < size; ++j) of(one, j);
}

void products_float(const float* panel, std::size_t features, const float* const* z,
                    std::size_t count, float* const* out) {
  products(panel, features, z, count, out);
}
void products_double(const double* panel, std::size_t features, const double* const* z,
                     std::size_t count, double* const* out) {
  products(panel, features, z, count, out);
}
void exponentials_float(float gamma, float* values, const float* lengths, float length,
                        std::size_t size) {
  exponentials(gamma, values, lengths, length, size);
}
void exponentials_double(double gamma, double* values, const double* lengths, double length,
                         std::size_t size) {
  exponentials(gamma, values, lengths, length, size);
}

}  // namespace
}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {
namespace {

HWY_EXPORT(products_float);
HWY_EXPORT(products_double);
HWY_EXPORT(exponentials_float);
HWY_EXPORT(exponentials_double);

template <class Real>
Real whole_power(Real base, int exponent) {
  Real result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

void exponentials(float gamma, float* values, const float* lengths, float length,
                  std::size_t size) {
  HWY_DYNAMIC_DISPATCH(exponentials_float)(gamma, values, lengths, length, size);
}
void exponentials(double gamma, double* values, const double* lengths, double length,
                  std::size_t size) {
  HWY_DYNAMIC_DISPATCH(exponentials_double)(gamma, values, lengths, length, size);
}

}  // namespace

template <>
void panel_products(const float* panel, std::size_t features, const float* const* z,
                    std::size_t count, float* const* out) {
  HWY_DYNAMIC_DISPATCH(products_float)(panel, features, z, count, out);
}
template <>
void panel_products(const double* panel, std::size_t features, const double* const* z,
                    std::size_t count, double* const* out) {
  HWY_DYNAMIC_DISPATCH(products_double)(panel, features, z, count, out);
}

template <class Real>
void finish_products(const KernelSpec& spec, Real* products, const Real* squared_lengths,
                     Real squared_length, std::size_t size) {
  const auto gamma = static_cast<Real>(spec.gamma), coef0 = static_cast<Real>(spec.coef0);
  if (spec.kind == KernelKind::rbf) {
    exponentials(gamma, products, squared_lengths, squared_length, size);
  } else if (spec.kind == KernelKind::poly) {
    for (std::size_t j = 0; j < size; ++j) {
      products[j] = whole_power(gamma * products[j] + coef0, spec.degree);
    }
  }
}

template void finish_products(const KernelSpec&, float*, const float*, float, std::size_t);
template void finish_products(const KernelSpec&, double*, const double*, double, std::size_t);

}  // namespace clade::detail
#endif

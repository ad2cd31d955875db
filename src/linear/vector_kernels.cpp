#include "linear/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/vector_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
void add(std::span<const ScaledVector<Real>> vectors) {
  const hn::CappedTag<Real, 64 / sizeof(Real)> d;
  const std::size_t lanes = hn::Lanes(d);
  for (const ScaledVector<Real>& vector : vectors) {
    const Real* HWY_RESTRICT from = vector.from;
    Real* HWY_RESTRICT to = vector.to;
    const auto factor = hn::Set(d, vector.factor);
    for (std::size_t c = 0; c < vector.size; c += lanes) {
      hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, from + c), hn::LoadU(d, to + c)), d, to + c);
    }
  }
}

template <std::size_t Vectors, class Real>
HWY_INLINE void add_columns(std::span<const RowTerm<Real>> terms, const Real* const* rows,
                            Real shift, std::size_t first, Real* HWY_RESTRICT sums) {
  const hn::CappedTag<Real, 64 / sizeof(Real)> d;
  using Vec = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const Vec more = hn::Set(d, shift);
  Vec sum[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) sum[v] = hn::LoadU(d, sums + v * lanes);
  for (const RowTerm<Real>& term : terms) {
    const Real* HWY_RESTRICT row = rows[term.row] + first;
    const Vec factor = hn::Set(d, term.factor);
    for (std::size_t v = 0; v < Vectors; ++v) {
      sum[v] = hn::MulAdd(factor, hn::Add(hn::LoadU(d, row + v * lanes), more), sum[v]);
    }
  }
  for (std::size_t v = 0; v < Vectors; ++v) hn::StoreU(sum[v], d, sums + v * lanes);
}

template <class Real>
void add_all(std::span<const RowTerm<Real>> terms, const Real* const* rows, Real shift,
             std::size_t first, std::size_t size, Real* sums) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<Real, 64 / sizeof(Real)>());
  std::size_t c = 0;
  for (; c + 4 * lanes <= size; c += 4 * lanes) {
    add_columns<4>(terms, rows, shift, first + c, sums + c);
  }
  for (; c < size; c += lanes) add_columns<1>(terms, rows, shift, first + c, sums + c);
}

void add_float(std::span<const ScaledVector<float>> vectors) { add(vectors); }
void add_double(std::span<const ScaledVector<double>> vectors) { add(vectors); }
void rows_float(std::span<const RowTerm<float>> terms, const float* const* rows, float shift,
                std::size_t first, std::size_t size, float* sums) {
  add_all(terms, rows, shift, first, size, sums);
}
void rows_double(std::span<const RowTerm<double>> terms, const double* const* rows, double shift,
                 std::size_t first, std::size_t size, double* sums) {
  add_all(terms, rows, shift, first, size, sums);
}

}  // namespace
}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {
namespace {

HWY_EXPORT(add_float);
HWY_EXPORT(add_double);
HWY_EXPORT(rows_float);
HWY_EXPORT(rows_double);

}  // namespace

template <>
void add_vectors(std::span<const ScaledVector<float>> vectors) {
  HWY_DYNAMIC_DISPATCH(add_float)(vectors);
}
template <>
void add_vectors(std::span<const ScaledVector<double>> vectors) {
  HWY_DYNAMIC_DISPATCH(add_double)(vectors);
}
template <>
void add_rows(std::span<const RowTerm<float>> terms, const float* const* rows, float shift,
              std::size_t first, std::size_t size, float* sums) {
  HWY_DYNAMIC_DISPATCH(rows_float)(terms, rows, shift, first, size, sums);
}
template <>
void add_rows(std::span<const RowTerm<double>> terms, const double* const* rows, double shift,
              std::size_t first, std::size_t size, double* sums) {
  HWY_DYNAMIC_DISPATCH(rows_double)(terms, rows, shift, first, size, sums);
}

}  // namespace clade::detail
#endif

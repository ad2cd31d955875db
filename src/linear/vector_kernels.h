// Sums of scaled vectors, compiled for every instruction set of the processor family and chosen
// when the program runs (Google Highway).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace clade::detail {

// to += factor * from, for `size` numbers: whole cache lines.
template <class Real>
struct ScaledVector {
  Real factor;
  const Real* from;
  Real* to;
  std::size_t size;
};
template <class Real>
void add_vectors(std::span<const ScaledVector<Real>> vectors);

// A row of a matrix whose elements are all greater by `shift`.
template <class Real>
struct RowTerm {
  Real factor;
  std::uint32_t row;
};
// sums[c] += factor * (rows[row][first + c] + shift), one term after the other, for `size` columns:
// whole cache lines.
template <class Real>
void add_rows(std::span<const RowTerm<Real>> terms, const Real* const* rows, Real shift,
              std::size_t first, std::size_t size, Real* sums);

}  // namespace clade::detail

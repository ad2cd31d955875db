// The inner loops over rows of weights, compiled for every instruction set of the processor family
// and chosen when the program runs (Google Highway).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "clade/features.h"

namespace clade::detail {

// Units are handled in blocks of one cache line; rows are padded to whole blocks and aligned.
inline constexpr std::size_t block_bytes = 64;
template <class Real>
inline constexpr std::size_t block_units = block_bytes / sizeof(Real);

// raw = sum over the features of x of x_j * (row j), rows being `stride` apart.
template <class Real>
void score_rows(const Real* rows, std::size_t stride, BasicSparseRow<Real> x, Real* raw);

// The same for some blocks of units only, which increase; the rest of `raw` may be anything after.
template <class Real>
void score_row_blocks(const Real* rows, std::size_t stride, BasicSparseRow<Real> x,
                      std::span<const std::uint32_t> blocks, Real* raw);

// (row j) += x_j * change for every feature of x, in the given blocks only.
template <class Real>
void add_to_rows(Real* rows, std::size_t stride, BasicSparseRow<Real> x, const Real* change,
                 std::span<const std::uint32_t> blocks);

// Several changes of one block of units, each with a factor for every target:
//   (block of row targets[t]) += sum over b of factors[b][t] * changes[b]
template <class Real>
struct BlockProducts {
  Real* block = nullptr;  // of row 0; rows are `stride` apart
  std::size_t stride = 0;
  std::span<const std::uint32_t> targets;
  std::span<const Real* const> factors;
  std::span<const Real* const> changes;
};
template <class Real>
void add_products(const BlockProducts<Real>& products);

// The sum of squares, in double.
template <class Real>
double sum_of_squares(const Real* values, std::size_t size);

}  // namespace clade::detail

// The inner loops over sparse rows of weights: rows that hold some of their blocks only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "clade/features.h"

namespace clade::detail {

// Row j has the blocks from begins[j] to ends[j]; the one at k is number numbers[k] of its row.
struct SparseRowTable {
  const std::uint64_t* begins = nullptr;
  const std::uint64_t* ends = nullptr;
  const std::uint32_t* numbers = nullptr;  // increasing within a row
};

// raw = sum over the features of x of x_j * (row j); `raw` has `stride` entries.
template <class Real>
void score_sparse_rows(const Real* blocks, const SparseRowTable& rows, std::size_t stride,
                       BasicSparseRow<Real> x, Real* raw);

// The same for the blocks of these numbers only, which increase; the rest of `raw` stays as it is.
template <class Real>
void score_sparse_row_blocks(const Real* blocks, const SparseRowTable& rows, std::size_t stride,
                             BasicSparseRow<Real> x, std::span<const std::uint32_t> numbers,
                             Real* raw);

// (row j) += x_j * change for every feature of x, in the blocks of `change` with the given numbers.
// `places` says where they are: for each feature as many as there are numbers.
template <class Real>
void add_to_places(Real* blocks, BasicSparseRow<Real> x, const Real* change,
                   std::span<const std::uint32_t> numbers, const std::uint64_t* places);

}  // namespace clade::detail

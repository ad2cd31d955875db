#include "linear/block_kernels.h"

#include <algorithm>

#include "linear/row_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/block_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// sum += value * block
template <class Real>
HWY_INLINE void add_block(Real value, const Real* HWY_RESTRICT block, Real* HWY_RESTRICT sum) {
  const hn::CappedTag<Real, block_units<Real>> d;
  const auto factor = hn::Set(d, value);
  for (std::size_t u = 0; u < block_units<Real>; u += hn::Lanes(d)) {
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, block + u), hn::LoadU(d, sum + u)), d, sum + u);
  }
}

// Rows that are read at a time: memory answers several streams faster than one.
constexpr std::size_t rows_at_once = 4;

struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t count = 0;
};

HWY_INLINE Stretch stretch_of(const SparseRowTable& rows, std::size_t feature) {
  return {rows.begins[feature], rows.ends[feature] - rows.begins[feature]};
}

// Into the second cache: the first is too small for what is asked for a whole row ahead.
template <class Real>
HWY_INLINE void prefetch_block(const Real* blocks, const Stretch& row, std::size_t k) {
  constexpr int second_cache = 2;
  if (k < row.count)
    __builtin_prefetch(blocks + (row.begin + k) * block_units<Real>, 0, second_cache);
}

// raw += x_j * (row j) for `Rows` features, a block of each in turn. Meanwhile the rows of `next`
// are asked for: rows are as good as random to the processor.
template <std::size_t Rows, class Real>
HWY_INLINE void add_rows(const Real* HWY_RESTRICT blocks, const SparseRowTable& rows,
                         BasicSparseRow<Real> x, BasicSparseRow<Real> next,
                         Real* HWY_RESTRICT raw) {
  Stretch row[Rows], ahead[Rows];
  std::uint64_t shortest = ~std::uint64_t{0};
  for (std::size_t r = 0; r < Rows; ++r) {
    row[r] = stretch_of(rows, x[r].index);
    if (r < next.size()) ahead[r] = stretch_of(rows, next[r].index);
    shortest = std::min(shortest, row[r].count);
  }
  const auto add = [&](std::size_t r, std::size_t k) HWY_ATTR {
    prefetch_block(blocks, ahead[r], k);
    const std::uint64_t place = row[r].begin + k;
    add_block(x[r].value, blocks + place * block_units<Real>,
              raw + rows.numbers[place] * block_units<Real>);
  };
  for (std::size_t k = 0; k < shortest; ++k) {
    for (std::size_t r = 0; r < Rows; ++r) add(r, k);
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t k = shortest; k < row[r].count; ++k) add(r, k);
  }
}

template <class Real>
void score(const Real* blocks, const SparseRowTable& rows, std::size_t stride,
           BasicSparseRow<Real> x, Real* raw) {
  std::fill_n(raw, stride, Real{0});
  std::size_t j = 0;
  for (; j + rows_at_once <= x.size(); j += rows_at_once) {
    add_rows<rows_at_once>(blocks, rows, x.subspan(j), x.subspan(j + rows_at_once), raw);
  }
  for (; j < x.size(); ++j) add_rows<1>(blocks, rows, x.subspan(j), x.subspan(j + 1), raw);
}

// Which of the row's blocks has this number, or comes first behind it. `blocks_per_row` blocks are
// all of them.
HWY_INLINE std::uint64_t find_block(const SparseRowTable& rows, const Stretch& row,
                                    std::uint32_t number, std::uint64_t blocks_per_row) {
  if (row.count == blocks_per_row) return number;
  const std::uint32_t* first = rows.numbers + row.begin;
  const std::uint32_t* at = first;
  for (std::uint64_t count = row.count; count > 1;) {
    const std::uint64_t half = count / 2;
    at = at[half - 1] < number ? at + half : at;
    count -= half;
  }
  return static_cast<std::uint64_t>(at - first) + (row.count > 0 && *at < number ? 1 : 0);
}

// What add_rows adds to one block of `raw`, in its order and so to the bit: up to the end of the
// shortest row by place, then row by row.
template <std::size_t Rows, class Real>
HWY_INLINE void add_block_of_rows(const Real* HWY_RESTRICT blocks, const SparseRowTable& rows,
                                  BasicSparseRow<Real> x, std::uint32_t number,
                                  std::uint64_t blocks_per_row, Real* HWY_RESTRICT raw) {
  struct Term {
    std::uint64_t turn = 0, place = 0;
    Real value = 0;
  };
  Stretch row[Rows];
  std::uint64_t shortest = ~std::uint64_t{0};
  for (std::size_t r = 0; r < Rows; ++r) {
    row[r] = stretch_of(rows, x[r].index);
    shortest = std::min(shortest, row[r].count);
  }
  Term terms[Rows];
  std::size_t count = 0;
  for (std::size_t r = 0; r < Rows; ++r) {
    const std::uint64_t k = find_block(rows, row[r], number, blocks_per_row);
    const std::uint64_t place = row[r].begin + k;
    if (k >= row[r].count || rows.numbers[place] != number) continue;
    const Term term{std::min(k, shortest), place, x[r].value};
    std::size_t at = count++;
    for (; at > 0 && terms[at - 1].turn > term.turn; --at) terms[at] = terms[at - 1];
    terms[at] = term;
  }
  for (std::size_t t = 0; t < count; ++t) {
    add_block(terms[t].value, blocks + terms[t].place * block_units<Real>,
              raw + number * block_units<Real>);
  }
}

template <class Real>
void score_blocks(const Real* blocks, const SparseRowTable& rows, std::size_t stride,
                  BasicSparseRow<Real> x, std::span<const std::uint32_t> numbers, Real* raw) {
  const std::uint64_t all = stride / block_units<Real>;
  for (const std::uint32_t number : numbers) {
    std::fill_n(raw + number * block_units<Real>, block_units<Real>, Real{0});
    std::size_t j = 0;
    for (; j + rows_at_once <= x.size(); j += rows_at_once) {
      add_block_of_rows<rows_at_once>(blocks, rows, x.subspan(j), number, all, raw);
    }
    for (; j < x.size(); ++j) {
      add_block_of_rows<1>(blocks, rows, x.subspan(j), number, all, raw);
    }
  }
}

template <class Real>
void add(Real* blocks, BasicSparseRow<Real> x, const Real* change,
         std::span<const std::uint32_t> numbers, const std::uint64_t* places) {
  for (const auto& feature : x) {
    for (const std::uint32_t number : numbers) {
      add_block(feature.value, change + number * block_units<Real>,
                blocks + *places++ * block_units<Real>);
    }
  }
}

}  // namespace

void score_sparse_float(const float* blocks, const SparseRowTable& rows, std::size_t stride,
                        BasicSparseRow<float> x, float* raw) {
  score(blocks, rows, stride, x, raw);
}
void score_sparse_double(const double* blocks, const SparseRowTable& rows, std::size_t stride,
                         BasicSparseRow<double> x, double* raw) {
  score(blocks, rows, stride, x, raw);
}
void score_sparse_blocks_float(const float* blocks, const SparseRowTable& rows, std::size_t stride,
                               BasicSparseRow<float> x, std::span<const std::uint32_t> numbers,
                               float* raw) {
  score_blocks(blocks, rows, stride, x, numbers, raw);
}
void score_sparse_blocks_double(const double* blocks, const SparseRowTable& rows,
                                std::size_t stride, BasicSparseRow<double> x,
                                std::span<const std::uint32_t> numbers, double* raw) {
  score_blocks(blocks, rows, stride, x, numbers, raw);
}
void add_to_places_float(float* blocks, BasicSparseRow<float> x, const float* change,
                         std::span<const std::uint32_t> numbers, const std::uint64_t* places) {
  add(blocks, x, change, numbers, places);
}
void add_to_places_double(double* blocks, BasicSparseRow<double> x, const double* change,
                          std::span<const std::uint32_t> numbers, const std::uint64_t* places) {
  add(blocks, x, change, numbers, places);
}

}  // namespace clade::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade {

HWY_EXPORT(score_sparse_float);
HWY_EXPORT(score_sparse_double);
HWY_EXPORT(score_sparse_blocks_float);
HWY_EXPORT(score_sparse_blocks_double);
HWY_EXPORT(add_to_places_float);
HWY_EXPORT(add_to_places_double);

template <>
void score_sparse_rows(const float* blocks, const SparseRowTable& rows, std::size_t stride,
                       BasicSparseRow<float> x, float* raw) {
  HWY_DYNAMIC_DISPATCH(score_sparse_float)(blocks, rows, stride, x, raw);
}
template <>
void score_sparse_rows(const double* blocks, const SparseRowTable& rows, std::size_t stride,
                       BasicSparseRow<double> x, double* raw) {
  HWY_DYNAMIC_DISPATCH(score_sparse_double)(blocks, rows, stride, x, raw);
}
template <>
void score_sparse_row_blocks(const float* blocks, const SparseRowTable& rows, std::size_t stride,
                             BasicSparseRow<float> x, std::span<const std::uint32_t> numbers,
                             float* raw) {
  HWY_DYNAMIC_DISPATCH(score_sparse_blocks_float)(blocks, rows, stride, x, numbers, raw);
}
template <>
void score_sparse_row_blocks(const double* blocks, const SparseRowTable& rows, std::size_t stride,
                             BasicSparseRow<double> x, std::span<const std::uint32_t> numbers,
                             double* raw) {
  HWY_DYNAMIC_DISPATCH(score_sparse_blocks_double)(blocks, rows, stride, x, numbers, raw);
}
template <>
void add_to_places(float* blocks, BasicSparseRow<float> x, const float* change,
                   std::span<const std::uint32_t> numbers, const std::uint64_t* places) {
  HWY_DYNAMIC_DISPATCH(add_to_places_float)(blocks, x, change, numbers, places);
}
template <>
void add_to_places(double* blocks, BasicSparseRow<double> x, const double* change,
                   std::span<const std::uint32_t> numbers, const std::uint64_t* places) {
  HWY_DYNAMIC_DISPATCH(add_to_places_double)(blocks, x, change, numbers, places);
}

}  // namespace clade
#endif

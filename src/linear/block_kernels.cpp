#include "linear/block_kernels.h"

#include <algorithm>
#include <utility>

#include "linear/row_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/block_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
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

// Rows that are searched at a time, a multiple of rows_at_once: each probe of one waits for memory,
// those of many wait together.
constexpr std::size_t rows_searched = 128;
static_assert(rows_searched % rows_at_once == 0 && rows_searched <= 256);

// Some rows, and where in each the block of a number is or would be.
struct SearchedRows {
  const SparseRowTable& rows;
  std::uint64_t blocks_per_row;
  std::size_t size = 0;
  Stretch row[rows_searched];
  std::uint64_t at[rows_searched];  // counted from the row's first block

  bool has(std::size_t r, std::uint64_t place, std::uint32_t number) const {
    return place < row[r].count && rows.numbers[row[r].begin + place] == number;
  }
};

template <class Real>
HWY_INLINE void take_rows(SearchedRows& s, BasicSparseRow<Real> x) {
  s.size = x.size();
  for (std::size_t r = 0; r < s.size; ++r) s.row[r] = stretch_of(s.rows, x[r].index);
}

// Numbers of a row increase, so block b has at most b others before it, and at most as many behind
// it as there are numbers behind b: between these ends it is searched for, in all rows by turns.
HWY_INLINE void find_blocks(SearchedRows& s, std::uint32_t number) {
  std::uint64_t length[rows_searched];
  std::uint8_t open[rows_searched];
  std::size_t still_open = 0;
  const auto go_on = [&](std::size_t r) {
    __builtin_prefetch(s.rows.numbers + s.row[r].begin + s.at[r] + length[r] / 2);
    open[still_open] = static_cast<std::uint8_t>(r);
    still_open += length[r] > 0 ? 1U : 0U;
  };
  const std::uint64_t behind = s.blocks_per_row - number;
  for (std::size_t r = 0; r < s.size; ++r) {
    const std::uint64_t count = s.row[r].count;
    s.at[r] = count > behind ? count - behind : 0;
    length[r] = std::min<std::uint64_t>(count, number) - s.at[r];
    go_on(r);
  }
  while (still_open > 0) {
    const std::size_t count = std::exchange(still_open, 0);
    for (std::size_t o = 0; o < count; ++o) {
      const std::size_t r = open[o];
      const std::uint64_t half = length[r] / 2;
      const std::uint32_t middle = s.rows.numbers[s.row[r].begin + s.at[r] + half];
      const std::uint64_t is_before = middle < number ? 1 : 0;  // no jump
      s.at[r] += is_before * (half + 1);
      length[r] = half - is_before * (1 - length[r] % 2);
      go_on(r);
    }
  }
}

// Blocks that follow one another.
struct Run {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// The rows have the first block of the run, or what comes behind it, at at[r]. In whole rows all
// blocks of the run follow from there.
template <class Real>
HWY_INLINE void check_runs(const SearchedRows& s, const Run& run, const Real* blocks,
                           bool* is_whole) {
  const std::uint32_t more = run.count - 1;
  for (std::size_t r = 0; r < s.size; ++r) {
    is_whole[r] = s.has(r, s.at[r] + more, run.first + more);
    for (std::uint32_t b = 0; b <= more; ++b) prefetch_block(blocks, s.row[r], s.at[r] + b);
  }
}

HWY_INLINE void sort_pair(std::uint64_t& a, std::uint64_t& b) {
  const std::uint64_t smaller = std::min(a, b);
  b = std::max(a, b);
  a = smaller;
}

// Rows from `first` on, in the order in which add_rows adds what they have at these places: up to
// the end of the shortest row by place, then row by row.
template <std::size_t Rows>
HWY_INLINE void order_rows(const std::uint64_t* at, std::uint64_t shortest, std::size_t* order) {
  std::uint64_t turn[Rows];
  for (std::size_t r = 0; r < Rows; ++r) turn[r] = std::min(at[r], shortest) * Rows + r;
  if constexpr (Rows == 4) {
    sort_pair(turn[0], turn[1]);
    sort_pair(turn[2], turn[3]);
    sort_pair(turn[0], turn[2]);
    sort_pair(turn[1], turn[3]);
    sort_pair(turn[1], turn[2]);
  }
  for (std::size_t t = 0; t < Rows; ++t) order[t] = turn[t] % Rows;
}

// sums[b] += value_r * (block b of row r), row after row; blocks of a row lie one behind the other.
template <std::size_t Rows, class Real>
HWY_INLINE void add_whole(const Real* const* from, const Real* values, std::size_t blocks,
                          Real* HWY_RESTRICT sums) {
  const hn::CappedTag<Real, block_units<Real>> d;
  for (std::size_t u = 0; u < blocks * block_units<Real>; u += hn::Lanes(d)) {
    auto sum = hn::LoadU(d, sums + u);
    for (std::size_t r = 0; r < Rows; ++r) {
      sum = hn::MulAdd(hn::Set(d, values[r]), hn::LoadU(d, from[r] + u), sum);
    }
    hn::StoreU(sum, d, sums + u);
  }
}

// What add_rows adds to a run of blocks, in its order and so to the bit. `sums` is where the run is
// in the scores.
template <std::size_t Rows, class Real>
HWY_INLINE void add_run(const SearchedRows& s, std::size_t first, const Run& run,
                        const bool* is_whole, const Real* HWY_RESTRICT blocks,
                        BasicSparseRow<Real> x, Real* HWY_RESTRICT sums) {
  std::uint64_t shortest = ~std::uint64_t{0};
  std::uint64_t at[Rows];
  for (std::size_t r = 0; r < Rows; ++r) {
    shortest = std::min(shortest, s.row[first + r].count);
    at[r] = s.at[first + r];
  }
  // One order for all blocks, unless a row passes the end of the shortest on the way.
  bool is_even = true;
  for (std::size_t r = 0; r < Rows; ++r) {
    is_even =
        is_even && is_whole[first + r] && (at[r] >= shortest || at[r] + run.count <= shortest);
  }
  std::size_t order[Rows];
  if (is_even) {
    order_rows<Rows>(at, shortest, order);
    const Real* from[Rows];
    Real values[Rows];
    for (std::size_t t = 0; t < Rows; ++t) {
      const std::size_t r = first + order[t];
      from[t] = blocks + (s.row[r].begin + s.at[r]) * block_units<Real>;
      values[t] = x[r].value;
    }
    return add_whole<Rows>(from, values, run.count, sums);
  }
  for (std::uint32_t b = 0; b < run.count; ++b) {
    order_rows<Rows>(at, shortest, order);
    for (const std::size_t r : order) {
      if (!s.has(first + r, at[r], run.first + b)) continue;
      const std::uint64_t place = s.row[first + r].begin + at[r]++;
      add_block(x[first + r].value, blocks + place * block_units<Real>,
                sums + b * block_units<Real>);
    }
  }
}

template <class Real>
HWY_INLINE void add_run_of_all(SearchedRows& s, const Run& run, const Real* HWY_RESTRICT blocks,
                               BasicSparseRow<Real> x, Real* HWY_RESTRICT sums) {
  bool is_whole[rows_searched];
  find_blocks(s, run.first);
  check_runs(s, run, blocks, is_whole);
  std::size_t r = 0;
  for (; r + rows_at_once <= s.size; r += rows_at_once) {
    add_run<rows_at_once>(s, r, run, is_whole, blocks, x, sums);
  }
  for (; r < s.size; ++r) add_run<1>(s, r, run, is_whole, blocks, x, sums);
}

// The run that begins with the n-th number.
HWY_INLINE Run run_from(std::span<const std::uint32_t> numbers, std::size_t n) {
  Run run{numbers[n], 1};
  while (n + run.count < numbers.size() && numbers[n + run.count] == run.first + run.count) {
    ++run.count;
  }
  return run;
}

template <class Real>
void score_blocks(const Real* blocks, const SparseRowTable& rows, std::size_t stride,
                  BasicSparseRow<Real> x, std::span<const std::uint32_t> numbers, Real* raw) {
  for (const std::uint32_t number : numbers) {
    std::fill_n(raw + number * block_units<Real>, block_units<Real>, Real{0});
  }
  SearchedRows searched{rows, stride / block_units<Real>};
  for (std::size_t j = 0; j < x.size(); j += rows_searched) {
    const BasicSparseRow<Real> some = x.subspan(j, std::min(rows_searched, x.size() - j));
    take_rows(searched, some);
    for (std::size_t n = 0; n < numbers.size();) {
      const Run run = run_from(numbers, n);
      add_run_of_all(searched, run, blocks, some, raw + run.first * block_units<Real>);
      n += run.count;
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

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

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

}  // namespace clade::detail
#endif

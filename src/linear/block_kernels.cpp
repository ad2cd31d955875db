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

// Rows that are searched at a time, a multiple of rows_at_once: each probe of one waits for memory,
// those of many wait together.
constexpr std::size_t rows_searched = 128;

// Some rows, and where in each the block of a number is or would be.
struct SearchedRows {
  const SparseRowTable& rows;
  std::uint64_t blocks_per_row;
  std::size_t size = 0;
  Stretch row[rows_searched];
  std::uint64_t at[rows_searched];  // counted from the row's first block

  bool has(std::size_t r, std::uint32_t number) const {
    return at[r] < row[r].count && rows.numbers[row[r].begin + at[r]] == number;
  }
};

template <class Real>
HWY_INLINE void take_rows(SearchedRows& s, BasicSparseRow<Real> x) {
  s.size = x.size();
  for (std::size_t r = 0; r < s.size; ++r) s.row[r] = stretch_of(s.rows, x[r].index);
}

// Numbers of a row increase, so block b has at most b others before it, and at most as many behind
// it as there are numbers behind b: between these ends it is searched for. How many steps that
// takes is known before, so that the searches of several rows overlap in the processor.
HWY_INLINE void find_blocks(SearchedRows& s, std::uint32_t number) {
  const std::uint64_t behind = s.blocks_per_row - number;
  for (std::size_t r = 0; r < s.size; ++r) {
    const std::uint64_t count = s.row[r].count;
    const std::uint64_t low = count > behind ? count - behind : 0;
    const std::uint32_t* at = s.rows.numbers + s.row[r].begin + low;
    for (std::uint64_t length = std::min<std::uint64_t>(count, number) - low; length > 0;) {
      const std::uint64_t half = (length + 1) / 2;
      at = at[half - 1] < number ? at + half : at;
      length -= half;
    }
    s.at[r] = static_cast<std::uint64_t>(at - s.rows.numbers) - s.row[r].begin;
  }
}

// The block behind the one that was found last.
HWY_INLINE void find_next_blocks(SearchedRows& s, std::uint32_t number) {
  for (std::size_t r = 0; r < s.size; ++r) s.at[r] += s.has(r, number - 1) ? 1U : 0U;
}

HWY_INLINE void sort_pair(std::uint64_t& a, std::uint64_t& b) {
  const std::uint64_t smaller = std::min(a, b);
  b = std::max(a, b);
  a = smaller;
}

// A block of `raw` in registers.
template <class Real>
class BlockSum {
 public:
  explicit HWY_INLINE BlockSum(const Real* from) {
    const Tag d;
    for (std::size_t v = 0; v < vectors; ++v) sum_[v] = hn::LoadU(d, from + v * hn::Lanes(d));
  }
  HWY_INLINE void add(Real value, const Real* HWY_RESTRICT block) {
    const Tag d;
    const auto factor = hn::Set(d, value);
    for (std::size_t v = 0; v < vectors; ++v) {
      sum_[v] = hn::MulAdd(factor, hn::LoadU(d, block + v * hn::Lanes(d)), sum_[v]);
    }
  }
  HWY_INLINE void store(Real* to) const {
    const Tag d;
    for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(sum_[v], d, to + v * hn::Lanes(d));
  }

 private:
  using Tag = hn::CappedTag<Real, block_units<Real>>;
  static constexpr std::size_t vectors = block_units<Real> / hn::MaxLanes(Tag());
  hn::Vec<Tag> sum_[vectors];
};

// What add_rows adds to one block of `raw`, in its order and so to the bit: up to the end of the
// shortest row by place, then row by row. Rows without the block add zeros, which is faster than
// to leave them out: which they are cannot be foreseen.
template <std::size_t Rows, class Real>
HWY_INLINE void add_found(const SearchedRows& s, std::size_t first, const Real* const* found,
                          BasicSparseRow<Real> x, BlockSum<Real>& sum) {
  std::uint64_t shortest = ~std::uint64_t{0}, turn[Rows];
  for (std::size_t r = 0; r < Rows; ++r) shortest = std::min(shortest, s.row[first + r].count);
  for (std::size_t r = 0; r < Rows; ++r) {
    turn[r] = std::min(s.at[first + r], shortest) * Rows + r;
  }
  if constexpr (Rows == 4) {
    sort_pair(turn[0], turn[1]);
    sort_pair(turn[2], turn[3]);
    sort_pair(turn[0], turn[2]);
    sort_pair(turn[1], turn[3]);
    sort_pair(turn[1], turn[2]);
  }
  for (std::size_t t = 0; t < Rows; ++t) {
    const std::size_t r = turn[t] % Rows;
    sum.add(x[first + r].value, found[first + r]);
  }
}

template <class Real>
HWY_INLINE void add_all_found(const SearchedRows& s, std::uint32_t number,
                              const Real* HWY_RESTRICT blocks, BasicSparseRow<Real> x,
                              Real* HWY_RESTRICT to) {
  static constexpr Real zeros[block_units<Real>] = {};
  const Real* found[rows_searched];
  for (std::size_t r = 0; r < s.size; ++r) {
    found[r] = zeros;
    if (!s.has(r, number)) continue;
    found[r] = blocks + (s.row[r].begin + s.at[r]) * block_units<Real>;
    __builtin_prefetch(found[r]);
  }
  BlockSum<Real> sum(to);
  std::size_t r = 0;
  for (; r + rows_at_once <= s.size; r += rows_at_once) {
    add_found<rows_at_once>(s, r, found, x, sum);
  }
  for (; r < s.size; ++r) add_found<1>(s, r, found, x, sum);
  sum.store(to);
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
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const bool is_next = n > 0 && numbers[n] == numbers[n - 1] + 1;
      (is_next ? find_next_blocks : find_blocks)(searched, numbers[n]);
      add_all_found(searched, numbers[n], blocks, some, raw + numbers[n] * block_units<Real>);
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

#include "linear/packed_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/packed_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, packed_block_units>;
using Halves = hn::Rebind<hwy::float16_t, Floats>;
using FloatVec = hn::Vec<Floats>;

HWY_INLINE FloatVec load_weights(const HalfBits* at) {
  return hn::PromoteTo(Floats(), hn::LoadU(Halves(), reinterpret_cast<const hwy::float16_t*>(at)));
}
HWY_INLINE FloatVec load_weights(const float* at) { return hn::LoadU(Floats(), at); }

// Rows that are read at a time: memory answers several streams faster than one.
constexpr std::size_t rows_at_once = 8;
// Where the rows to come are asked for: they are more than the first cache holds.
constexpr int second_cache = 2;

// The next features of x that have dense rows, up to rows_at_once of them.
template <class Number>
struct DenseGroup {
  const Number* row[rows_at_once];
  float value[rows_at_once];
  std::size_t size = 0;

  // Goes on from x[at].
  HWY_INLINE void take(const PackedRows& rows, const Number* weights, std::size_t stride,
                       SparseRow x, std::size_t& at) {
    size = 0;
    for (; at < x.size() && size < rows_at_once; ++at) {
      const std::uint32_t number = rows.dense_rows[x[at].index];
      if (number == PackedRows::no_dense_row) continue;
      row[size] = weights + number * stride;
      value[size++] = x[at].value;
    }
  }
};

// raw += value * row for `Rows` rows in one pass, from the `first` on. Meanwhile the rows of `next`
// are asked for: rows are as good as random to the processor.
template <std::size_t Rows, class Number>
HWY_INLINE void add_rows(const DenseGroup<Number>& group, std::size_t first,
                         const DenseGroup<Number>& next, std::size_t stride,
                         float* HWY_RESTRICT raw) {
  const Floats d;
  FloatVec value[Rows];
  for (std::size_t r = 0; r < Rows; ++r) value[r] = hn::Set(d, group.value[first + r]);
  constexpr std::size_t line = 64 / sizeof(Number);  // units of a cache line
  for (std::size_t begin = 0; begin < stride; begin += line) {
    for (std::size_t r = 0; r < next.size; ++r)
      __builtin_prefetch(next.row[r] + begin, 0, second_cache);
    for (std::size_t u = begin; u < std::min(begin + line, stride); u += hn::Lanes(d)) {
      FloatVec sum = hn::LoadU(d, raw + u);
      for (std::size_t r = 0; r < Rows; ++r) {
        sum = hn::MulAdd(value[r], load_weights(group.row[first + r] + u), sum);
      }
      hn::StoreU(sum, d, raw + u);
    }
  }
}

template <class Number>
void add_dense_rows(const PackedRows& rows, const Number* weights, std::size_t stride, SparseRow x,
                    float* raw) {
  DenseGroup<Number> group{}, next{};
  const DenseGroup<Number> nothing{};
  std::size_t at = 0;
  for (group.take(rows, weights, stride, x, at); group.size > 0; group = next) {
    next.take(rows, weights, stride, x, at);
    if (group.size == rows_at_once) {
      add_rows<rows_at_once>(group, 0, next, stride, raw);
      continue;
    }
    std::size_t first = 0;  // of the last group: by powers of two
    if ((group.size & 4U) != 0) add_rows<4>(group, std::exchange(first, 4), nothing, stride, raw);
    if ((group.size & 2U) != 0) {
      add_rows<2>(group, std::exchange(first, first + 2), nothing, stride, raw);
    }
    if ((group.size & 1U) != 0) add_rows<1>(group, first, nothing, stride, raw);
  }
}

// In the order of add_dense_rows: the same bits.
template <class Number>
void add_dense_blocks(const PackedRows& rows, const Number* weights, std::size_t stride,
                      SparseRow x, std::span<const std::uint32_t> blocks, float* HWY_RESTRICT raw) {
  const Floats d;
  DenseGroup<Number> group{}, next{};
  std::size_t at = 0;
  for (group.take(rows, weights, stride, x, at); group.size > 0; group = next) {
    next.take(rows, weights, stride, x, at);
    for (const std::uint32_t block : blocks) {
      const std::size_t begin = block * packed_block_units;
      for (std::size_t r = 0; r < next.size; ++r)
        __builtin_prefetch(next.row[r] + begin, 0, second_cache);
      for (std::size_t u = begin; u < begin + packed_block_units; u += hn::Lanes(d)) {
        FloatVec sum = hn::LoadU(d, raw + u);
        for (std::size_t r = 0; r < group.size; ++r) {
          sum = hn::MulAdd(hn::Set(d, group.value[r]), load_weights(group.row[r] + u), sum);
        }
        hn::StoreU(sum, d, raw + u);
      }
    }
  }
}

// sum + value * weight, rounded in the same way wherever it is used.
HWY_INLINE float add_product(float value, float weight, float sum) {
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(hn::MulAdd(hn::Set(d, value), hn::Set(d, weight), hn::Set(d, sum)));
}

HWY_INLINE float weight_at(const PackedRows& rows, std::uint64_t at) {
  return rows.halves != nullptr ? from_half(rows.halves[at]) : rows.singles[at];
}

// The next weights in single precision.
HWY_INLINE void unpack(const PackedRows& rows, std::uint64_t at, float* HWY_RESTRICT weights) {
  const Floats d;
  for (std::size_t u = 0; u < packed_block_units; u += hn::Lanes(d)) {
    hn::Store(rows.halves != nullptr ? load_weights(rows.halves + at + u)
                                     : load_weights(rows.singles + at + u),
              d, weights + u);
  }
}

// The weights come many at a time, the units are scattered to one by one.
template <class Unit>
HWY_INLINE void add_entries(const PackedRows& rows, const Unit* HWY_RESTRICT units,
                            std::uint64_t begin, std::uint64_t end, float value,
                            float* HWY_RESTRICT raw) {
  HWY_ALIGN float weights[packed_block_units];
  std::uint64_t k = begin;
  for (; k + packed_block_units <= end; k += packed_block_units) {
    unpack(rows, k, weights);
    for (std::size_t i = 0; i < packed_block_units; ++i) {
      float& sum = raw[units[k + i]];
      sum = add_product(value, weights[i], sum);
    }
  }
  if (k < end && end >= packed_block_units) {
    // The last ones with those before them, which are not used again.
    const std::uint64_t from = end - packed_block_units;
    unpack(rows, from, weights);
    for (; k < end; ++k) raw[units[k]] = add_product(value, weights[k - from], raw[units[k]]);
  }
  for (; k < end; ++k) raw[units[k]] = add_product(value, weight_at(rows, k), raw[units[k]]);
}

// The first lines of an array; what follows, the processor asks for by itself.
template <class Number>
HWY_INLINE void prefetch_lines(const Number* from, std::uint64_t count) {
  constexpr std::uint64_t line = 64 / sizeof(Number), most_lines = 8;
  const std::uint64_t end = std::min(count, most_lines * line);
  for (std::uint64_t k = 0; k < end; k += line) __builtin_prefetch(from + k);
}

template <class Unit>
HWY_INLINE void prefetch_entries(const PackedRows& rows, const Unit* units, std::size_t feature) {
  const std::uint64_t begin = rows.begins[feature], count = rows.begins[feature + 1] - begin;
  prefetch_lines(units + begin, count);
  if (rows.halves != nullptr) {
    prefetch_lines(rows.halves + begin, count);
  } else {
    prefetch_lines(rows.singles + begin, count);
  }
}

template <class Unit>
void score_all_entries(const PackedRows& rows, const Unit* units, std::size_t stride, SparseRow x,
                       float* raw) {
  std::fill_n(raw, stride, 0.0F);
  constexpr std::size_t rows_ahead = 4;
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (j + rows_ahead < x.size()) prefetch_entries(rows, units, x[j + rows_ahead].index);
    const std::size_t feature = x[j].index;
    add_entries(rows, units, rows.begins[feature], rows.begins[feature + 1], x[j].value, raw);
  }
}

// Some units, from `begin` to before `end`.
struct UnitRange {
  std::size_t begin;
  std::size_t end;
};
constexpr std::size_t most_ranges = 64;
// Rows that are searched before their entries are added: what they wait for comes meanwhile.
constexpr std::size_t rows_searched = 32;

// Takes the first blocks, which increase, as ranges; what is left comes later. A few blocks between
// two of them are taken as well: to pass over their entries is less than to search.
HWY_INLINE std::size_t take_ranges(std::span<const std::uint32_t>& blocks, UnitRange* ranges) {
  constexpr std::uint32_t most_between = 16;
  std::size_t count = 0, at = 0;
  while (at < blocks.size() && count < most_ranges) {
    const std::size_t first = at++;
    while (at < blocks.size() && blocks[at] - blocks[at - 1] <= most_between + 1) ++at;
    ranges[count++] = {blocks[first] * packed_block_units,
                       (blocks[at - 1] + std::size_t{1}) * packed_block_units};
  }
  blocks = blocks.subspan(at);
  return count;
}

// The first entry of a row, from `begin` to before `end`, with the unit or a later one: halves the
// row without a jump, then counts the smaller units of a window, which stays within the row.
template <class Unit>
HWY_INLINE std::uint64_t find_entry(const Unit* units, std::uint64_t begin, std::uint64_t end,
                                    std::size_t unit) {
  constexpr std::size_t window = 32;
  const hn::CappedTag<Unit, window> d;
  std::uint64_t first = begin, length = end - begin;
  if (length < window) {
    while (first < end && units[first] < unit) ++first;
    return first;
  }
  while (length > window) {
    const std::uint64_t half = length / 2;
    first += units[first + half - 1] < unit ? half : 0;
    length -= half;
  }
  first = std::min(first, end - window);
  const auto wanted = hn::Set(d, static_cast<Unit>(unit));
  std::size_t before = 0;
  for (std::size_t k = 0; k < window; k += hn::Lanes(d)) {
    before += hn::CountTrue(d, hn::Lt(hn::LoadU(d, units + first + k), wanted));
  }
  return first + before;
}

HWY_INLINE void prefetch_weights(const PackedRows& rows, std::uint64_t entry, std::uint64_t count) {
  if (rows.halves != nullptr) {
    prefetch_lines(rows.halves + entry, count);
  } else {
    prefetch_lines(rows.singles + entry, count);
  }
}

constexpr std::size_t few_units = 8 * packed_block_units;

// Where the entries of one row in some ranges of units begin; asks for their weights.
template <class Unit>
HWY_INLINE void find_ranges(const PackedRows& rows, const Unit* HWY_RESTRICT units,
                            std::size_t feature, std::span<const UnitRange> ranges,
                            std::uint64_t* HWY_RESTRICT at) {
  const std::uint64_t begin = rows.begins[feature], end = rows.begins[feature + 1];
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    at[r] = ranges[r].begin == 0 ? begin : find_entry(units, begin, end, ranges[r].begin);
    const bool is_long = ranges[r].end - ranges[r].begin > few_units;
    prefetch_weights(rows, at[r], is_long ? end - at[r] : 1);
  }
}

// Adds these entries.
template <class Unit>
HWY_INLINE void add_ranges(const PackedRows& rows, const Unit* HWY_RESTRICT units, const Feature& x,
                           std::span<const UnitRange> ranges, const std::uint64_t* HWY_RESTRICT at,
                           float* HWY_RESTRICT raw) {
  const std::uint64_t end = rows.begins[x.index + 1];
  for (std::size_t r = 0; r < ranges.size(); ++r) {
    std::uint64_t k = at[r];
    if (ranges[r].end - ranges[r].begin > few_units) {
      add_entries(rows, units, k, find_entry(units, k, end, ranges[r].end), x.value, raw);
      continue;
    }
    for (; k < end && units[k] < ranges[r].end; ++k) {
      raw[units[k]] = add_product(x.value, weight_at(rows, k), raw[units[k]]);
    }
  }
}

// Asks for the units of a row, which are searched.
template <class Unit>
HWY_INLINE void prefetch_units(const PackedRows& rows, const Unit* units, std::size_t feature) {
  constexpr std::uint64_t line = 64 / sizeof(Unit), most_lines = 32;
  const std::uint64_t begin = rows.begins[feature];
  const std::uint64_t end = std::min(rows.begins[feature + 1], begin + most_lines * line);
  for (std::uint64_t k = begin; k < end; k += line) __builtin_prefetch(units + k, 0, second_cache);
}

// In the order of score_all_entries: the same bits. Ranges have blocks that were not asked for,
// which must stay in `raw`: they are added up in `scratch`.
template <class Unit>
void score_some_entries(const PackedRows& rows, const Unit* units, SparseRow x,
                        std::span<const std::uint32_t> blocks, float* scratch, float* raw) {
  UnitRange ranges[most_ranges];
  std::uint64_t at[rows_searched][most_ranges];
  for (auto left = blocks; !left.empty();) {
    const std::size_t count = take_ranges(left, ranges);
    for (std::size_t r = 0; r < count; ++r) {
      std::fill(scratch + ranges[r].begin, scratch + ranges[r].end, 0.0F);
    }
    for (std::size_t first = 0; first < x.size(); first += rows_searched) {
      const SparseRow some = x.subspan(first, std::min(rows_searched, x.size() - first));
      for (const Feature& f : some) prefetch_units(rows, units, f.index);
      for (std::size_t j = 0; j < some.size(); ++j) {
        find_ranges(rows, units, some[j].index, {ranges, count}, at[j]);
      }
      for (std::size_t j = 0; j < some.size(); ++j) {
        add_ranges(rows, units, some[j], {ranges, count}, at[j], scratch);
      }
    }
  }
  for (const std::uint32_t block : blocks) {
    const std::size_t begin = block * packed_block_units;
    std::copy_n(scratch + begin, packed_block_units, raw + begin);
  }
}

}  // namespace

void packed_rows(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw) {
  if (rows.short_units != nullptr) {
    score_all_entries(rows, rows.short_units, stride, x, raw);
  } else {
    score_all_entries(rows, rows.long_units, stride, x, raw);
  }
  if (rows.dense_halves != nullptr) add_dense_rows(rows, rows.dense_halves, stride, x, raw);
  if (rows.dense_singles != nullptr) add_dense_rows(rows, rows.dense_singles, stride, x, raw);
}
void packed_blocks(const PackedRows& rows, std::size_t stride, SparseRow x,
                   std::span<const std::uint32_t> blocks, float* scratch, float* raw) {
  if (rows.short_units != nullptr) {
    score_some_entries(rows, rows.short_units, x, blocks, scratch, raw);
  } else {
    score_some_entries(rows, rows.long_units, x, blocks, scratch, raw);
  }
  if (rows.dense_halves != nullptr) {
    add_dense_blocks(rows, rows.dense_halves, stride, x, blocks, raw);
  }
  if (rows.dense_singles != nullptr) {
    add_dense_blocks(rows, rows.dense_singles, stride, x, blocks, raw);
  }
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(packed_rows);
HWY_EXPORT(packed_blocks);

void score_packed_rows(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw) {
  HWY_DYNAMIC_DISPATCH(packed_rows)(rows, stride, x, raw);
}
void score_packed_blocks(const PackedRows& rows, std::size_t stride, SparseRow x,
                         std::span<const std::uint32_t> blocks, float* scratch, float* raw) {
  HWY_DYNAMIC_DISPATCH(packed_blocks)(rows, stride, x, blocks, scratch, raw);
}

namespace {

constexpr int single_bias = 127, half_bias = 15;
constexpr int dropped_bits = 13;  // of the 23 behind the point, 10 stay

}  // namespace

HalfBits to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<HalfBits>(bits >> 16 & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude >= 0x7f800000U) {  // infinite, or no number
    return static_cast<HalfBits>(sign | 0x7c00U | (magnitude > 0x7f800000U ? 0x200U : 0U));
  }
  // Below the smallest normal number the steps are even: multiples of 2^-24.
  if (magnitude < static_cast<std::uint32_t>(single_bias - half_bias + 1) << 23) {
    const float steps = std::nearbyint(std::ldexp(std::bit_cast<float>(magnitude), 24));
    return static_cast<HalfBits>(sign | static_cast<HalfBits>(steps));
  }
  const std::uint32_t odd = magnitude >> dropped_bits & 1U;
  const std::uint32_t rounded = magnitude + 0xfffU + odd;
  const std::uint32_t shifted =
      (rounded >> dropped_bits) - (static_cast<std::uint32_t>(single_bias - half_bias) << 10);
  return static_cast<HalfBits>(sign | std::min<std::uint32_t>(shifted, 0x7c00U));
}

float from_half(HalfBits bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1fU, fraction = bits & 0x3ffU;
  if (exponent == 0) {
    const float value = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -value : value;
  }
  const std::uint32_t wide =
      exponent == 0x1fU ? 0xffU : exponent + static_cast<std::uint32_t>(single_bias - half_bias);
  return std::bit_cast<float>(sign | wide << 23 | fraction << dropped_bits);
}

}  // namespace clade::detail
#endif

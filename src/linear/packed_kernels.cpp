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
    for (std::size_t r = 0; r < next.size; ++r) __builtin_prefetch(next.row[r] + begin);
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
      for (std::size_t r = 0; r < next.size; ++r) __builtin_prefetch(next.row[r] + begin);
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

template <class Unit>
HWY_INLINE void prefetch_entries(const PackedRows& rows, const Unit* units, std::size_t feature) {
  const std::uint64_t begin = rows.begins[feature];
  __builtin_prefetch(units + begin);
  if (rows.halves != nullptr) {
    __builtin_prefetch(rows.halves + begin);
  } else {
    __builtin_prefetch(rows.singles + begin);
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

}  // namespace

void entries(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw) {
  if (rows.short_units != nullptr) return score_all_entries(rows, rows.short_units, stride, x, raw);
  score_all_entries(rows, rows.long_units, stride, x, raw);
}
void dense_rows(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw) {
  if (rows.dense_halves != nullptr) add_dense_rows(rows, rows.dense_halves, stride, x, raw);
  if (rows.dense_singles != nullptr) add_dense_rows(rows, rows.dense_singles, stride, x, raw);
}
void dense_blocks(const PackedRows& rows, std::size_t stride, SparseRow x,
                  std::span<const std::uint32_t> blocks, float* raw) {
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

HWY_EXPORT(entries);
HWY_EXPORT(dense_rows);
HWY_EXPORT(dense_blocks);

void score_entries(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw) {
  HWY_DYNAMIC_DISPATCH(entries)(rows, stride, x, raw);
}
void add_packed_rows(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw) {
  HWY_DYNAMIC_DISPATCH(dense_rows)(rows, stride, x, raw);
}
void add_packed_blocks(const PackedRows& rows, std::size_t stride, SparseRow x,
                       std::span<const std::uint32_t> blocks, const float* entries, float* raw) {
  for (const std::uint32_t block : blocks) {
    const std::size_t begin = block * packed_block_units;
    std::copy_n(entries + begin, packed_block_units, raw + begin);
  }
  HWY_DYNAMIC_DISPATCH(dense_blocks)(rows, stride, x, blocks, raw);
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

// Weights to score with, in less memory than those of training: made once, from any weights.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "linear/weight_view.h"
#include "linear/zeroed_array.h"

namespace clade::detail {

enum class PackedNumbers { half, single };

// Whether half precision can hold the weight: beyond that it would become infinite.
inline constexpr double largest_half = 65504;
inline bool fits_half(double weight) { return std::abs(weight) <= largest_half; }

// The weights that are at least `threshold` in magnitude. Rows of which an eighth or more is there
// are dense: they are scored many times as fast as entries. Zeros, and what is zero in half
// precision, are left out of entries in any case.
class PackedWeights {
 public:
  // From anything with `features`, `units` and for_each_nonzero of a WeightView. It is read twice,
  // from the first feature to the last; with a pool in ranges, from a copy of `weights` for each.
  template <class View>
  PackedWeights(const View& weights, double threshold, PackedNumbers numbers,
                ThreadPool* pool = nullptr);
  PackedWeights(const PackedWeights&) = delete;  // the view points into it
  PackedWeights& operator=(const PackedWeights&) = delete;

  const WeightView<float>& view() const { return view_; }

 private:
  template <class View>
  void fill(const View& weights, double threshold, std::size_t feature);
  void set_entry(std::uint64_t place, std::size_t unit, float weight);

  PackedNumbers numbers_;
  std::vector<std::uint32_t> dense_rows_;
  std::vector<std::uint64_t> begins_;
  ZeroedArray<std::uint16_t> short_units_;
  ZeroedArray<std::uint32_t> long_units_;
  ZeroedArray<HalfBits> halves_, dense_halves_;
  ZeroedArray<float> singles_, dense_singles_;
  WeightView<float> view_;
};

// Units have numbers of 16 bits where these suffice.
constexpr bool has_short_units(std::size_t units) { return units <= std::size_t{1} << 16; }
// From one dense row to the next.
constexpr std::size_t packed_stride(std::size_t units) {
  return (units + packed_block_units - 1) / packed_block_units * packed_block_units;
}

namespace packed_detail {

// Calls use(unit, weight) for the weights of a row that stay.
template <class View, class Use>
void for_each_kept(const View& weights, std::size_t feature, double threshold,
                   PackedNumbers numbers, Use use) {
  // Half of the smallest number above zero in half precision, 2^-24, is rounded to zero.
  const double least = numbers == PackedNumbers::half ? std::ldexp(1.0, -25) : 0.0;
  weights.for_each_nonzero(feature, [&](std::size_t unit, auto weight) {
    const double magnitude = std::abs(static_cast<double>(weight));
    if (magnitude >= threshold && magnitude > least) use(unit, static_cast<float>(weight));
  });
}

// Calls use(weights, feature) for all features.
template <class View, class Use>
void for_each_feature(const View& weights, ThreadPool* pool, Use use) {
  if (pool == nullptr) {
    for (std::size_t j = 0; j < weights.features; ++j) use(weights, j);
    return;
  }
  constexpr std::size_t grain = 2048;
  pool->for_ranges(weights.features, grain, [&](std::size_t begin, std::size_t end) {
    const View own(weights);
    for (std::size_t j = begin; j < end; ++j) use(own, j);
  });
}

}  // namespace packed_detail

template <class View>
PackedWeights::PackedWeights(const View& weights, double threshold, PackedNumbers numbers,
                             ThreadPool* pool)
    : numbers_(numbers) {
  const bool is_half = numbers == PackedNumbers::half, is_short = has_short_units(weights.units);
  view_.features = weights.features;
  view_.units = weights.units;
  view_.stride = packed_stride(weights.units);
  view_.form = RowForm::packed;
  std::vector<std::uint32_t> counts(weights.features);
  packed_detail::for_each_feature(weights, pool, [&](const View& view, std::size_t j) {
    packed_detail::for_each_kept(view, j, threshold, numbers,
                                 [&](std::size_t, float) { ++counts[j]; });
  });
  std::uint32_t dense = 0;
  begins_.assign(1, 0);
  for (const std::uint32_t count : counts) {
    const bool is_dense = count > 0 && count >= weights.units / 8;
    dense_rows_.push_back(is_dense ? dense++ : PackedRows::no_dense_row);
    begins_.push_back(begins_.back() + (is_dense ? 0 : count));
  }
  const std::size_t entries = begins_.back(), dense_weights = dense * view_.stride;
  if (is_short) {
    short_units_ = ZeroedArray<std::uint16_t>(entries);
  } else {
    long_units_ = ZeroedArray<std::uint32_t>(entries);
  }
  if (is_half) {
    halves_ = ZeroedArray<HalfBits>(entries);
    dense_halves_ = ZeroedArray<HalfBits>(dense_weights);
  } else {
    singles_ = ZeroedArray<float>(entries);
    dense_singles_ = ZeroedArray<float>(dense_weights);
  }
  packed_detail::for_each_feature(
      weights, pool, [&](const View& view, std::size_t j) { fill(view, threshold, j); });
  view_.packed = {dense_rows_.data(), begins_.data(),  short_units_.data(),  long_units_.data(),
                  halves_.data(),     singles_.data(), dense_halves_.data(), dense_singles_.data()};
}

template <class View>
void PackedWeights::fill(const View& weights, double threshold, std::size_t feature) {
  const std::uint32_t dense = dense_rows_[feature];
  std::uint64_t entry = begins_[feature];
  packed_detail::for_each_kept(weights, feature, threshold, numbers_,
                               [&](std::size_t unit, float weight) {
                                 if (dense == PackedRows::no_dense_row)
                                   return set_entry(entry++, unit, weight);
                                 const std::size_t place = dense * view_.stride + unit;
                                 if (numbers_ == PackedNumbers::half) {
                                   dense_halves_[place] = to_half(weight);
                                 } else {
                                   dense_singles_[place] = weight;
                                 }
                               });
}

}  // namespace clade::detail

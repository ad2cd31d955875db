#include "linear/packed_weights.h"

#include <cmath>

#include "linear/split_weights.h"

namespace clade {

namespace {

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

template <class T>
const T* data_or_null(const std::vector<T>& values, bool is_there) {
  return is_there ? values.data() : nullptr;
}

}  // namespace

template <class View>
PackedWeights::PackedWeights(const View& weights, double threshold, PackedNumbers numbers)
    : numbers_(numbers) {
  const bool is_half = numbers == PackedNumbers::half, is_short = has_short_units(weights.units);
  view_.features = weights.features;
  view_.units = weights.units;
  view_.stride = packed_stride(weights.units);
  view_.form = RowForm::packed;
  std::uint32_t dense = 0;
  begins_.assign(1, 0);
  for (std::size_t j = 0; j < weights.features; ++j) {
    std::uint64_t count = 0;
    for_each_kept(weights, j, threshold, numbers, [&count](std::size_t, float) { ++count; });
    const bool is_dense = count > 0 && count >= weights.units / 8;
    dense_rows_.push_back(is_dense ? dense++ : PackedRows::no_dense_row);
    begins_.push_back(begins_.back() + (is_dense ? 0 : count));
  }
  const std::size_t entries = begins_.back(), dense_weights = dense * view_.stride;
  is_short ? short_units_.resize(entries) : long_units_.resize(entries);
  is_half ? halves_.resize(entries) : singles_.resize(entries);
  is_half ? dense_halves_.resize(dense_weights) : dense_singles_.resize(dense_weights);
  fill(weights, threshold);
  view_.packed = {dense_rows_.data(),
                  begins_.data(),
                  data_or_null(short_units_, is_short),
                  data_or_null(long_units_, !is_short),
                  data_or_null(halves_, is_half),
                  data_or_null(singles_, !is_half),
                  data_or_null(dense_halves_, is_half),
                  data_or_null(dense_singles_, !is_half)};
}

template <class View>
void PackedWeights::fill(const View& weights, double threshold) {
  std::uint64_t k = 0;
  for (std::size_t j = 0; j < weights.features; ++j) {
    const std::uint32_t dense = dense_rows_[j];
    for_each_kept(weights, j, threshold, numbers_, [&](std::size_t unit, float weight) {
      if (dense == PackedRows::no_dense_row) return set_entry(k++, unit, weight);
      const std::size_t place = dense * view_.stride + unit;
      if (numbers_ == PackedNumbers::half) {
        dense_halves_[place] = to_half(weight);
      } else {
        dense_singles_[place] = weight;
      }
    });
  }
}

void PackedWeights::set_entry(std::uint64_t place, std::size_t unit, float weight) {
  if (has_short_units(view_.units)) {
    short_units_[place] = static_cast<std::uint16_t>(unit);
  } else {
    long_units_[place] = static_cast<std::uint32_t>(unit);
  }
  if (numbers_ == PackedNumbers::half) {
    halves_[place] = to_half(weight);
  } else {
    singles_[place] = weight;
  }
}

template PackedWeights::PackedWeights(const WeightView<float>&, double, PackedNumbers);
template PackedWeights::PackedWeights(const WeightView<double>&, double, PackedNumbers);
template PackedWeights::PackedWeights(const SplitRowsView&, double, PackedNumbers);

}  // namespace clade

// Weights to score with, in less memory than those of training: made once, from any weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "linear/weight_view.h"

namespace clade {

enum class PackedNumbers { half, single };

// The weights that are at least `threshold` in magnitude. Rows of which an eighth or more is there
// are dense: they are scored many times as fast as entries. Zeros, and what is zero in half
// precision, are left out of entries in any case.
class PackedWeights {
 public:
  // From a WeightView or SplitRowsView.
  template <class View>
  PackedWeights(const View& weights, double threshold, PackedNumbers numbers);
  PackedWeights(const PackedWeights&) = delete;  // the view points into it
  PackedWeights& operator=(const PackedWeights&) = delete;

  const WeightView<float>& view() const { return view_; }

 private:
  template <class View>
  void fill(const View& weights, double threshold);
  void set_entry(std::uint64_t place, std::size_t unit, float weight);

  PackedNumbers numbers_;
  std::vector<std::uint32_t> dense_rows_;
  std::vector<std::uint64_t> begins_;
  std::vector<std::uint16_t> short_units_;
  std::vector<std::uint32_t> long_units_;
  std::vector<HalfBits> halves_, dense_halves_;
  std::vector<float> singles_, dense_singles_;
  WeightView<float> view_;
};

// Units have numbers of 16 bits where these suffice.
constexpr bool has_short_units(std::size_t units) { return units <= std::size_t{1} << 16; }
// From one dense row to the next.
constexpr std::size_t packed_stride(std::size_t units) {
  return (units + packed_block_units - 1) / packed_block_units * packed_block_units;
}

}  // namespace clade

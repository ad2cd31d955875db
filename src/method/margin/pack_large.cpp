#include "method/margin/pack_large.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace clade::detail {

namespace {

// How many weights there are of each magnitude, by the upper half of their bits: the numbers of
// floats increase with them.
class Magnitudes {
 public:
  explicit Magnitudes(const HybridWeightsView& weights) : counts_(std::size_t{1} << 16) {
    for (std::size_t j = 0; j < weights.features; ++j) {
      weights.for_each_weight(j, [&](float weight) {
        ++counts_[std::bit_cast<std::uint32_t>(std::abs(weight)) >> 16];
        largest_ = std::max(largest_, std::abs(weight));
        squares_ += static_cast<double>(weight) * static_cast<double>(weight);
      });
    }
    counts_[0] = 0;
    for (const std::uint64_t count : counts_) total_ += count;
  }
  std::uint64_t total() const { return total_; }
  double squares() const { return squares_; }
  float largest() const { return largest_; }

  // The least threshold that leaves at most so many.
  double threshold_for(std::uint64_t most) const {
    std::uint64_t kept = 0;
    for (std::size_t bin = counts_.size(); bin-- > 0;) {
      kept += counts_[bin];
      if (kept <= most) continue;
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bin + 1) << 16));
    }
    return 0;
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
  double squares_ = 0;
  float largest_ = 0;
};

void warn_of_what_is_left_out(const Magnitudes& all, const PackedWeights& kept,
                              PackedNumbers numbers, double threshold, Reporter& reporter) {
  std::uint64_t count = 0;
  double squares = 0;
  for (std::size_t j = 0; j < kept.view().features; ++j) {
    kept.view().for_each_nonzero(j, [&](std::size_t, float weight) {
      ++count;
      squares += static_cast<double>(weight) * static_cast<double>(weight);
    });
  }
  reporter.on_warning(fmt::format(
      "the model has the {:.0f} million largest of {:.0f} million weights, those of {:.2g} or "
      "more, in {} precision: with all it would be too large to use. They are {:.2f} % of the "
      "squared length",
      static_cast<double>(count) * 1e-6, static_cast<double>(all.total()) * 1e-6, threshold,
      numbers == PackedNumbers::half ? "half" : "single", 100 * squares / all.squares()));
}

}  // namespace

std::shared_ptr<const PackedWeights> pack_large(const HybridWeights& weights,
                                                std::span<const std::uint32_t> number_of_unit,
                                                Reporter& reporter, const PackLimits& limits) {
  const HybridWeightsView view(weights, number_of_unit);
  const Magnitudes magnitudes(view);
  const bool is_single = magnitudes.total() <= limits.most_single ||
                         !fits_half(static_cast<double>(magnitudes.largest()));
  const PackedNumbers numbers = is_single ? PackedNumbers::single : PackedNumbers::half;
  const double threshold =
      magnitudes.threshold_for(is_single ? limits.most_single : limits.most_half);
  auto result = std::make_shared<const PackedWeights>(view, threshold, numbers);
  if (threshold > 0) warn_of_what_is_left_out(magnitudes, *result, numbers, threshold, reporter);
  return result;
}

}  // namespace clade::detail

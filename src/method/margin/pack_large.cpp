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
  Magnitudes(const HybridWeightsView& weights, ThreadPool& pool) {
    std::vector<Part> parts(number_of_parts);
    pool.for_blocks(parts.size(), [&](std::size_t p) {
      const HybridWeightsView own(weights);
      for (std::size_t j = p; j < own.features; j += parts.size()) parts[p].add_row(own, j);
    });
    for (const Part& part : parts) {
      for (std::size_t bin = 1; bin < counts_.size(); ++bin) counts_[bin] += part.counts[bin];
      largest_ = std::max(largest_, part.largest);
      squares_ += part.squares;
    }
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
  static constexpr std::size_t bins = std::size_t{1} << 16;
  static constexpr std::size_t number_of_parts = 16;
  struct Part {
    std::vector<std::uint64_t> counts = std::vector<std::uint64_t>(bins);
    double squares = 0;
    float largest = 0;

    void add_row(const HybridWeightsView& weights, std::size_t feature) {
      weights.for_each_weight(feature, [&](float weight) {
        ++counts[std::bit_cast<std::uint32_t>(std::abs(weight)) >> 16];
        largest = std::max(largest, std::abs(weight));
        squares += static_cast<double>(weight) * static_cast<double>(weight);
      });
    }
  };

  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(bins);  // but of zeros
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
                                                ThreadPool& pool, Reporter& reporter,
                                                const PackLimits& limits) {
  const HybridWeightsView view(weights, number_of_unit);
  const Magnitudes magnitudes(view, pool);
  const bool is_single = magnitudes.total() <= limits.most_single ||
                         !fits_half(static_cast<double>(magnitudes.largest()));
  const PackedNumbers numbers = is_single ? PackedNumbers::single : PackedNumbers::half;
  const double threshold =
      magnitudes.threshold_for(is_single ? limits.most_single : limits.most_half);
  auto result = std::make_shared<const PackedWeights>(view, threshold, numbers, &pool);
  if (threshold > 0) warn_of_what_is_left_out(magnitudes, *result, numbers, threshold, reporter);
  return result;
}

}  // namespace clade::detail

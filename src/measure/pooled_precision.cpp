#include "measure/pooled_precision.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clade::detail {

PooledPrecision::PooledPrecision(std::vector<double> positives)
    : thresholds_(std::move(positives)) {
  std::sort(thresholds_.begin(), thresholds_.end());
  std::size_t distinct = 0;
  for (const double score : thresholds_) {
    if (distinct == 0 || thresholds_[distinct - 1] != score) {
      thresholds_[distinct++] = score;
      positives_.push_back(0);
    }
    ++positives_.back();
  }
  thresholds_.resize(distinct);
  lay_grid();
}

void PooledPrecision::lay_grid() {
  const auto is_finite = [](double score) { return std::isfinite(score); };
  const auto first = std::find_if(thresholds_.begin(), thresholds_.end(), is_finite);
  const auto last = std::find_if(thresholds_.rbegin(), thresholds_.rend(), is_finite);
  before_cell_.assign(thresholds_.size() + 1, 0);
  if (first != thresholds_.end() && *last > *first) {
    lowest_ = *first;
    cells_per_unit_ = static_cast<double>(thresholds_.size() - 1) / (*last - *first);
    if (!std::isfinite(cells_per_unit_)) cells_per_unit_ = 0;
  }
  for (const double threshold : thresholds_) ++before_cell_[cell(threshold) + 1];
  std::partial_sum(before_cell_.begin(), before_cell_.end(), before_cell_.begin());
}

// Never falls as the score rises.
std::size_t PooledPrecision::cell(double score) const {
  if (cells_per_unit_ == 0) return 0;
  const double place = (score - lowest_) * cells_per_unit_;
  const auto last = static_cast<double>(thresholds_.size() - 1);
  return static_cast<std::size_t>(std::clamp(place, 0.0, last));
}

std::optional<std::size_t> PooledPrecision::reached(double score) const {
  if (thresholds_.empty() || score < thresholds_.front()) return std::nullopt;
  const std::size_t here = cell(score);
  const auto at = [&](std::size_t place) {
    return thresholds_.begin() + static_cast<std::ptrdiff_t>(place);
  };
  const auto above = std::upper_bound(at(before_cell_[here]), at(before_cell_[here + 1]), score);
  return static_cast<std::size_t>(above - thresholds_.begin()) - 1;
}

void PooledPrecision::count(double score, std::span<std::size_t> counts) const {
  if (const auto threshold = reached(score)) ++counts[*threshold];
}

std::optional<double> PooledPrecision::value(std::span<const std::size_t> counts) const {
  if (thresholds_.empty()) return std::nullopt;
  double sum = 0;
  std::size_t found = 0, pairs = 0;
  for (std::size_t j = thresholds_.size(); j-- > 0;) {
    found += positives_[j];
    pairs += counts[j];
    sum += static_cast<double>(positives_[j]) * static_cast<double>(found) /
           static_cast<double>(pairs);
  }
  return sum / static_cast<double>(found);
}

}  // namespace clade::detail

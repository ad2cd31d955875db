#include "measure/pooled_precision.h"

#include <algorithm>

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
}

std::optional<std::size_t> PooledPrecision::reached(double score) const {
  if (thresholds_.empty() || score < thresholds_.front()) return std::nullopt;
  const auto above = std::upper_bound(thresholds_.begin(), thresholds_.end(), score);
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

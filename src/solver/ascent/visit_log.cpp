#include "solver/ascent/visit_log.h"

#include <algorithm>
#include <numeric>

namespace clade::detail {

VisitLog::Seen VisitLog::sum() const {
  Seen sum;
  for (const Seen& seen : seen_) {
    sum.gap += seen.gap;
    sum.cost += seen.cost;
    sum.value += seen.value;
  }
  return sum;
}

double VisitLog::mean_of_violations() const {
  return std::accumulate(violations_.begin(), violations_.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(1, violations_.size()));
}

void VisitLog::find_above(double part_of_mean, std::vector<std::uint32_t>& instances) const {
  const double mean = mean_of_violations();
  instances.clear();
  for (std::size_t i = 0; i < violations_.size(); ++i) {
    if (violations_[i] > part_of_mean * mean) instances.push_back(static_cast<std::uint32_t>(i));
  }
}

double VisitLog::total_violation(std::span<const std::uint32_t> instances) const {
  double sum = 0;
  for (const std::uint32_t i : instances) sum += violations_[i];
  return sum;
}

}  // namespace clade::detail

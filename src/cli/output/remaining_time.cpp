#include "cli/output/remaining_time.h"

#include <algorithm>
#include <cmath>

namespace clade::detail::cli {

namespace {

constexpr std::size_t fewest_passes = 4;
constexpr double shortest = 0.5;  // seconds

}  // namespace

void RemainingTime::record(double seconds, double relative_gap) {
  if (!passes_.empty() && seconds < passes_.back().seconds) passes_.clear();
  if (!(relative_gap > 0) || !std::isfinite(relative_gap)) return;
  const double least = passes_.empty() ? relative_gap : std::min(relative_gap, passes_.back().gap);
  passes_.push_back({seconds, least});
}

std::optional<double> RemainingTime::until(double tolerance) const {
  if (passes_.size() < fewest_passes || passes_.back().seconds < shortest) return std::nullopt;
  const Pass& now = passes_.back();
  if (now.gap <= tolerance) return 0.0;
  const auto half =
      std::lower_bound(passes_.begin(), passes_.end(), 0.5 * now.seconds,
                       [](const Pass& pass, double seconds) { return pass.seconds < seconds; });
  const double fall = std::log(half->gap / now.gap);
  const double time = now.seconds - half->seconds;
  if (!(fall > 0) || !(time > 0)) return std::nullopt;
  return std::log(now.gap / tolerance) * time / fall;
}

}  // namespace clade::detail::cli

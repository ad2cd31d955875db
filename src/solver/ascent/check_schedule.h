// When the bounds of an ascent are certified, and when it is stuck.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "solver/ascent/visits.h"

namespace clade::detail {

class CheckSchedule {
 public:
  CheckSchedule(const CheckRules& rules, std::size_t instances, bool hard_margin)
      : rules_(rules),
        interval_(hard_margin ? 1 : rules.interval),
        patience_(static_cast<int>(visits_until_stuck / (instances + 1))) {
    set_next(0);
  }

  // What the next epoch is expected to see: an estimate holds slacks from a whole epoch, so it lags
  // by one.
  double expected_gap(double estimate) const {
    const bool has_trend = last_estimate_ > 0 && rules_.follows_trend;
    return estimate * (has_trend ? std::min(1.0, estimate / last_estimate_) : 1.0);
  }
  void record_estimate(double estimate) {
    last_trend_ = last_estimate_ > 0 ? std::min(1.0, estimate / last_estimate_) : 1.0;
    last_estimate_ = estimate;
  }

  // Whether the coming epoch may reach the tolerance before its end, if the gap falls as it did.
  bool may_end_inside(double tolerance) const {
    constexpr double faster = 0.7;  // than expected
    return rules_.follows_trend && last_trend_ < 1 &&
           faster * last_estimate_ * last_trend_ * last_trend_ * excess_ <= tolerance;
  }
  // The gap inside an epoch, from an estimate that holds what visits of this and the last epoch
  // saw: it lags as that at the end of the last one did.
  double expected_inside(double estimate) const { return estimate * last_trend_ * excess_; }
  // After a check inside an epoch: the next one waits until the gap is as much smaller.
  void record_check_inside(double expected, double gap) {
    constexpr double most = 2;
    excess_ = std::clamp(excess_ * gap / expected, 1.0, most);
  }

  // Whether bounds are to be certified whatever the estimate says.
  bool is_overdue(int epoch) const { return epoch >= next_; }
  // After a check.
  void set_next(int epoch) { next_ = epoch + std::max<std::int64_t>(interval_, epoch / 2); }

  // After a check that certified this gap: whether such checks no longer lower it.
  bool is_stuck(double gap, int epoch) {
    if (gap < 0.95 * best_gap_) {
      best_gap_ = gap;
      best_epoch_ = epoch;
      checks_without_progress_ = 0;
    } else {
      ++checks_without_progress_;
    }
    return checks_without_progress_ >= rules_.checks_until_stuck &&
           epoch - best_epoch_ >= std::max({rules_.epochs_until_stuck, best_epoch_, patience_});
  }

 private:
  static constexpr std::size_t visits_until_stuck =
      1'000'000;  // small problems may take their time

  CheckRules rules_;
  std::int64_t interval_;  // with a hard margin there is no estimate: slacks have no price there
  int patience_;
  std::int64_t next_ = 0;
  double last_estimate_ = 0, last_trend_ = 1;
  double excess_ = 1;  // of the gap over what was expected inside an epoch
  double best_gap_ = 1;
  int best_epoch_ = 0;
  int checks_without_progress_ = 0;
};

}  // namespace clade::detail

// scale_c = Delta_c^(1/p), from a table where it fits, else computed for each visit.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/constraint_set.h"

namespace clade {

class LossScales {
 public:
  LossScales(const ConstraintSet& constraints, int slack_power)
      : losses_(constraints.losses()),
        decisions_(constraints.decisions()),
        squared_(slack_power == 2),
        ones_(decisions_, 1.0) {
    if (losses_ == nullptr || decisions_ * decisions_ > table_limit) return;
    table_.resize(decisions_ * decisions_);
    for (std::size_t d = 0; d < decisions_; ++d) {
      fill(static_cast<Decision>(d), {table_.data() + d * decisions_, decisions_});
    }
  }

  // Scales of one decision against all, by rival. `scratch` has one entry per decision and holds
  // the row where there is no table. Losses belong to a `plus` that is a decision.
  std::span<const double> row(Decision plus, std::span<double> scratch) const {
    if (losses_ == nullptr || plus == constant_zero) return ones_;
    if (!table_.empty()) return {table_.data() + plus * decisions_, decisions_};
    fill(plus, scratch);
    return scratch;
  }

 private:
  static constexpr std::size_t table_limit = std::size_t{1} << 23;  // 64 MiB

  void fill(Decision plus, std::span<double> out) const {
    losses_->row(plus, out);
    if (squared_) {
      for (double& value : out) value = std::sqrt(value);
    }
  }

  const LossRows* losses_;
  std::size_t decisions_;
  bool squared_;
  std::vector<double> ones_;
  std::vector<double> table_;
};

}  // namespace clade

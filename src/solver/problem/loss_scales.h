// scale_c = Delta_c^(1/p), from a table where it fits, else computed for each visit.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/problem/constraint_set.h"

namespace clade::detail {

// A row that was computed, for one thread.
template <class Real>
struct ScaleScratch {
  explicit ScaleScratch(std::size_t decisions) : scales(decisions), losses(decisions) {}
  AlignedArray<Real> scales;
  std::vector<double> losses;
  Decision plus = constant_zero;  // whose row it is
};

template <class Real>
class LossScales {
 public:
  LossScales(const ConstraintSet& constraints, int slack_power)
      : losses_(constraints.losses()),
        decisions_(constraints.decisions()),
        stride_(AlignedArray<Real>::padded(decisions_)),
        squared_(slack_power == 2) {
    if (losses_ == nullptr || decisions_ * stride_ > table_limit) return;
    table_ = AlignedArray<Real>(decisions_ * stride_);
    std::vector<double> row(decisions_);
    for (std::size_t d = 0; d < decisions_; ++d) {
      fill(static_cast<Decision>(d), row, table_.data() + d * stride_);
    }
  }

  // Scales of one decision against all, by rival, on whole cache lines; null: all are 1. Losses
  // belong to a `plus` that is a decision.
  const Real* row(Decision plus, ScaleScratch<Real>& scratch) const {
    if (losses_ == nullptr || plus == constant_zero) return nullptr;
    if (table_.size() > 0) return table_.data() + plus * stride_;
    if (scratch.plus != plus) fill(plus, scratch.losses, scratch.scales.data());
    scratch.plus = plus;
    return scratch.scales.data();
  }

 private:
  static constexpr std::size_t table_limit = std::size_t{1} << 23;

  void fill(Decision plus, std::span<double> losses, Real* out) const {
    losses_->row(plus, losses);
    for (std::size_t d = 0; d < decisions_; ++d) {
      out[d] = static_cast<Real>(squared_ ? std::sqrt(losses[d]) : losses[d]);
    }
  }

  const LossRows* losses_;
  std::size_t decisions_;
  std::size_t stride_;
  bool squared_;
  AlignedArray<Real> table_;
};

}  // namespace clade::detail

// What a look at an instance with one slack sees: its part of the gap and its violation.
#pragma once

#include <algorithm>
#include <limits>

#include "solver/ascent/visit_log.h"
#include "solver/problem/duals.h"
#include "solver/problem/slack.h"

namespace clade::detail {

class SlackView {
 public:
  explicit SlackView(const Slack& slack) : slack_(slack) {}

  // A variable with mass, and its gradient g_c = scale_c (1 - a_c'F).
  void add(const DualVariable& v, double gradient) {
    earned_ += v.beta * gradient;
    value_ += v.scale * v.beta;
    mass_ += v.beta;
    lowest_ = std::min(lowest_, gradient);
  }

  // When all are added: the least gradient that mass could be taken from.
  double lowest() const {
    return slack_.left(mass_) > 0 ? std::min(lowest_, slack_.gradient(mass_)) : lowest_;
  }
  // `top` is the largest gradient of the instance's constraints.
  VisitReport report(double top) const {
    VisitReport report;
    report.violation = std::max(top, slack_.gradient(mass_)) - lowest();
    report.cost = slack_.cost(std::max(0.0, top));
    report.gap = report.cost + slack_.dual_term(mass_) - earned_;
    report.value = value_ - slack_.dual_term(mass_);
    return report;
  }

 private:
  Slack slack_;
  double mass_ = 0, earned_ = 0, value_ = 0;
  double lowest_ = std::numeric_limits<double>::infinity();
};

}  // namespace clade::detail

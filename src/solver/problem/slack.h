// How one slack group enters the dual: the box or the quadratic term, seen as one more variable.
#pragma once

#include <cmath>
#include <limits>

#include "base/fail.h"

namespace clade::detail {

// Mass B = sum of beta moves between constraints and this slack element. Its gradient and curvature
// are those of giving mass back: for xi (p = 1) they are zero and the mass is what is left of C;
// for xi^2 (p = 2) the term -B^2/(4C) gives B/(2C) and 1/(2C), and there is no limit.
struct Slack {
  double C;
  int power;

  bool unbounded() const { return power == 2 || C == std::numeric_limits<double>::infinity(); }
  double curvature() const { return power == 2 ? 1 / (2 * C) : 0; }
  double gradient(double mass) const { return power == 2 ? mass / (2 * C) : 0; }
  double left(double mass) const {
    if (unbounded()) return std::numeric_limits<double>::infinity();
    // What rounding leaves of a full box is no slack: steps towards it would never end.
    const double rest = C - mass;
    return rest > 1e-13 * C ? rest : 0;
  }
  // What the group costs at slack xi, and what it takes from the dual at mass B.
  double cost(double xi) const {
    if (!(xi > 0)) return 0;  // also where C is infinite
    return power == 2 ? C * xi * xi : C * xi;
  }
  // The cost for many groups of this C, from the sums of their slacks and of their squares.
  double cost_of(double sum, double squares) const {
    if (!(sum > 0)) return 0;
    return C * (power == 2 ? squares : sum);
  }
  // The slack that costs so much.
  double at_cost(double cost) const { return power == 2 ? std::sqrt(cost / C) : cost / C; }
  double dual_term(double mass) const { return power == 2 ? mass * mass / (4 * C) : 0; }
};

[[noreturn]] inline void fail_without_margin() {
  fail(
      ErrorKind::input,
      "the data cannot be separated: an example has no margin whatever the weights are, because it "
      "has no feature or because the attributes do not tell two of its classes apart; use a finite "
      "C");
}

}  // namespace clade::detail

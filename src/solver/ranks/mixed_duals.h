// Between the dual variables of an instance before some steps and after them.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/problem/duals.h"
#include "solver/problem/problem.h"
#include "solver/problem/slack.h"

namespace clade::detail {

using InstanceDuals = std::vector<DualVariable>;

// One that is zero on a side is not there. `variable` is of either side, its beta of none.
struct DualMove {
  DualVariable variable;
  double before = 0, after = 0;
};

// Of all variables that are there before or after, in the order of the constraint set. One that
// differs by at most this part of it has not moved.
std::vector<DualMove> moves(const ConstraintSet& constraints, std::size_t instance,
                            const InstanceDuals& before, const InstanceDuals& after,
                            double rounding);
bool is_still(const std::vector<DualMove>& moves);

// What the variables of one instance add to the dual value at before + t (after - before), the
// weights aside: linear + t moved_linear - (its slack terms, a square in t).
struct DualLine {
  double moved_linear = 0;
  double square_at_0 = 0, square_slope = 0, square_bend = 0;  // s0 + t s1 + t^2 s2
  void operator+=(const DualLine& other);
};
DualLine dual_line(Slack slack, SlackGroups groups, const std::vector<DualMove>& moves);

// The variables there.
InstanceDuals mixed(const std::vector<DualMove>& moves, double t);

}  // namespace clade::detail

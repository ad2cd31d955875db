// Between the dual variables of an instance before some steps and after them.
#pragma once

#include <vector>

#include "solver/problem/duals.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// What the variables of one instance add to the dual value at before + t (after - before), the
// weights aside: linear + t moved_linear - (its slack terms, a square in t).
struct DualLine {
  double moved_linear = 0;
  double square_at_0 = 0, square_slope = 0, square_bend = 0;  // s0 + t s1 + t^2 s2
  void operator+=(const DualLine& other);
};

using InstanceDuals = std::vector<DualVariable>;

// Whether the steps changed anything beyond rounding.
bool are_same(const InstanceDuals& before, const InstanceDuals& after);

template <class Real>
DualLine dual_line(const Problem<Real>& problem, std::size_t instance, const InstanceDuals& before,
                   const InstanceDuals& after);

// The variables there, in the order of the constraint set.
InstanceDuals mixed(const ConstraintSet& constraints, std::size_t instance,
                    const InstanceDuals& before, const InstanceDuals& after, double t);

}  // namespace clade::detail

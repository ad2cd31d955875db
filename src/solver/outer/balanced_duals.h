// Dual variables that meet the equalities of free biases,
//   sum_c alpha_c a_c = l,  for every decision.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/problem/duals.h"

namespace clade::detail {

// Lowers some of the variables until the equalities hold, and none by more than it must. That is
// always possible: seen as a flow of alpha_c from `plus` to `minus`, any flow is a sum of cycles,
// which are balanced, and of paths, which are taken away.
Duals balanced(Duals duals, std::size_t decisions);

// The same with l: where lowering alone cannot do it, others are raised, as far as the boxes
// sum_c beta_c <= C_i allow. Every loss is 1 and every instance has one slack. `holds` says whether
// it could be done.
struct BalancedDuals {
  Duals duals;
  bool holds = true;
};
BalancedDuals balanced(Duals duals, const ConstraintSet& constraints, std::span<const double> C,
                       std::span<const double> bias_terms);

}  // namespace clade::detail

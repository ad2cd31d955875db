// Dual variables that meet the equalities of free biases,
//   sum_c alpha_c a_c = 0,  for every decision.
#pragma once

#include <cstddef>

#include "solver/duals.h"

namespace clade {

// Lowers some of the variables until the equalities hold, and none by more than it must. That is
// always possible: seen as a flow of alpha_c from `plus` to `minus`, any flow is a sum of cycles,
// which are balanced, and of paths, which are taken away.
Duals balanced(Duals duals, std::size_t decisions);

}  // namespace clade

// Free biases: the weights of the constant feature are not penalised.
//
// Proximal steps: the constant of value s gets the penalty ||b - b_k||^2 / (2 s^2), which the
// ascent handles as an anchor, and b_k follows b. At the solution the penalty is zero. A linear
// term <l, b> moves the anchor away from b_k. Bounds come from dual variables that meet the
// equalities of free biases (balanced_duals.h): the dual value of the problem with the penalty is
// that of the problem without.
#pragma once

#include "base/train_context.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// The problem has a constant; its offset follows the biases while this runs. Leaves the solution's
// weights in the backend. `start`: dual variables to resume from, if any.
template <class Backend>
SolverResult solve_with_free_biases(Problem<typename Backend::Real>& problem, Backend& backend,
                                    const SolverParams& params, TrainContext& context,
                                    Duals start = {});

}  // namespace clade::detail

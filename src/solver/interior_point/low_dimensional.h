// Problems with few weights: when the interior point method takes over from the ascent, and how its
// solution becomes one like any other.
//
// The ascent comes first. It often is done after a few epochs, and where it is not, the interior
// point method follows once the visits have cost about as much as it will: at most twice the
// quicker of both is spent. What something costs is counted, not timed, so a run is always the
// same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/train_context.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// After how many visits of the ascent the interior point method is worth its cost.
template <class Real>
std::uint64_t visits_before_interior_point(const Problem<Real>& problem);

// The bounds are exact: the lower one is that of the duals, in double, and the upper one that of
// the weights which are left in the backend, those of the duals or those of the interior point.
// `max_epochs` are left for its iterations. Nothing where the tolerance was not reached; then the
// backend is as it was.
template <class Real>
std::optional<SolverResult> solve_by_interior_point(const Problem<Real>& problem,
                                                    LinearBackend<Real>& backend,
                                                    const SolverParams& params, bool free_bias,
                                                    TrainContext& context);

}  // namespace clade::detail

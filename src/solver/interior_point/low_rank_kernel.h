// Smooth kernels as problems with few weights, for the interior point method.
//
// Block ascent takes epochs in proportion to C where the Gram matrix K has few eigenvalues that
// matter. Then K = L L' + R with few columns and next to no rest (low_rank.h), and with the rows of
// L in place of the instances the problem is a linear one with few weights. Its duals are those of
// the kernel. What R adds to scores and norms is bounded by the coefficients and its diagonal, and
// counts against the bounds, which hold for the kernel itself.
//
// As with few features the ascent comes first (low_dimensional.h).
#pragma once

#include <cstdint>
#include <optional>

#include "base/train_context.h"
#include "solver/backend/kernel_backend.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// After how many visits of the ascent the rank is worth looking at.
template <class Real>
std::uint64_t visits_before_rank(const Problem<Real>& problem, const KernelBackend<Real>& backend);

// After how many visits the interior point method is worth its cost at the rank that K has.
template <class Real>
std::uint64_t visits_before_interior_point(const Problem<Real>& problem,
                                           const KernelBackend<Real>& backend,
                                           const SolverParams& params);

// As for linear problems. The weights that are left in the backend are those of the duals.
template <class Real>
std::optional<SolverResult> solve_by_interior_point(const Problem<Real>& problem,
                                                    KernelBackend<Real>& backend,
                                                    const SolverParams& params, bool free_bias,
                                                    TrainContext& context);

}  // namespace clade::detail

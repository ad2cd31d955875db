// Regularised dual averaging for problems with a penalty on inner products: the algorithm of the
// paper itself (orthogonal Alg. 1 with the splitting of sec. 4.3).
//
//   J(w) = phi(w) + sigma/2 ||w||^2,   sigma the smallest eigenvalue of the comparison matrix
//   w(t+1) = -g(t)/sigma,   g(t) the mean of the subgradients of phi at w(1), ..., w(t)   (Eq. 9,
//   11)
//
// The upper bound is the smallest J seen. The lower bound is the largest value of the mean of the
// linear minorants of phi plus sigma/2 ||w||^2 at its minimum, where the mean starts anew at
// t = 2, 4, 8, ...: the first iterates spoil it for very long. These grow by
// exp(lambda_max/lambda_min) as printed, out of what numbers can hold on deep trees; so as many
// subgradients of zero as lambda_max/(2 lambda_min) stand in front of the first one.
#pragma once

#include "base/train_context.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"
#include "solver/products/product_regulariser.h"

namespace clade::detail {

// The decisions of the problem are the nodes, each its own unit. No anchor, finite C, one slack for
// each instance, not squared, losses of 1. The tolerance is the distance of the bounds. Leaves the
// best weights in the backend.
template <class Real>
SolverResult solve_by_dual_averaging(const Problem<Real>& problem, LinearBackend<Real>& backend,
                                     const ProductRegulariser& regulariser,
                                     const SolverParams& params, TrainContext& context);

}  // namespace clade::detail

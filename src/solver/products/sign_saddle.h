// Problems with a penalty on inner products, as a saddle point.
//
// Omega(w) (product_regulariser.h) is the largest of the forms w'(K o S)w/2 over symmetric S with
// s_ii = 1 and s_ij from -1 to 1, each positive definite where the comparison matrix of K is. So
//
//   min J(w) = min over w of Omega(w) + sum_g C_g xi_g = max over S of min over w,
//
// where the minimum at given S is the one problem: K o S factorises into attributes of the
// ancestors (ancestor_form.h). It is concave in S with the derivative K_ij w_i.w_j. The dual
// variables of one S serve every other, so each minimum starts where the last one ended; its dual
// value is a lower bound of J at any S, and J(w) an upper one.
#pragma once

#include "base/train_context.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"
#include "solver/products/product_regulariser.h"

namespace clade::detail {

// The decisions of the problem are the nodes; its score map is set here, and at the end that of the
// weights in the backend. No anchor, finite C. `free_bias`: as in free_bias.h.
template <class Backend>
SolverResult solve_sign_saddle(Problem<typename Backend::Real>& problem, Backend& backend,
                               const ProductRegulariser& regulariser, const SolverParams& params,
                               bool free_bias, TrainContext& context);

}  // namespace clade::detail

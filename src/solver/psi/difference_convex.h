// Psi-learning: the hinge less its part beyond 1, so that no example costs more than C.
//
//   min  s(w) = 1/2 ||w||^2 + sum_i C_i psi(u_i),   psi(u) = (1 - u)+ - (-u)+       (HPSI Eq. 3)
//   u_i = the smallest a_c'F(x_i) of the instance's constraints
//
// s is a difference of convex functions. Every iteration replaces (-u_i)+, for the instances with
// u_i <= 0, by its tangent -a_i*'F(x_i), where a_i* is the constraint that has u_i. What is left is
// the one problem, with
//   w0 = -sum_i C_i (M'a_i*) (x) x_i,   l = sum_i C_i a_i*  on free biases,   offset -||w0||^2/2,
// and its value is nowhere below s (HPSI Algorithm 1). Iteration 0 has no tangents: the hinge.
#pragma once

#include <cstddef>
#include <vector>

#include "base/train_context.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

struct DcParams {
  double tolerance = 1e-3;  // the run is over when s changes by no more than this part of it
  int max_iterations = 40;
};

struct DcIteration {
  double objective = 0;         // s
  double convex_objective = 0;  // of the problem of this iteration
  std::size_t wrong = 0;        // instances with u_i <= 0
};

struct DcResult {
  SolverResult result;  // of the problem whose solution is kept
  std::vector<DcIteration> iterations;
  std::size_t best = 0;  // the one that is kept
};

// The problem has no anchor, finite C, losses of 1, slacks that are not squared and one for each
// instance; at the end it is the problem of the iteration that is kept, whose weights are left in
// the backend. Every iteration is a note to the reporter.
template <class Backend>
DcResult solve_difference_convex(Problem<typename Backend::Real>& problem, Backend& backend,
                                 const SolverParams& params, const DcParams& dc, bool free_bias,
                                 TrainContext& context);

}  // namespace clade::detail

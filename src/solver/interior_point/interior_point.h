// A primal-dual interior point method for problems with few weights.
//
// Block ascent takes epochs in proportion to C where there are few features; this takes some tens
// of Newton steps for any C. With t_c the distance of constraint c from its bound and eta_g the
// multiplier of xi_g >= 0, the conditions of the optimum of problem.h are
//
//   H (w - w0) + l = Z'beta,      t = xi - scale + Z w,
//   C_g = B_g + eta_g (p = 1)  or  2 C_g xi_g = B_g (p = 2),
//   beta_c t_c = 0,   xi_g eta_g = 0,   beta, t, xi, eta >= 0,
//
// where H is 1, but 0 for free biases. Newton's method goes to products that are all mu in place of
// 0, and mu goes to 0 (Mehrotra's predictor and corrector). Slacks and duals are eliminated by
// group, so that each step factorises one matrix over the weights.
#pragma once

#include <vector>

#include "base/train_context.h"
#include "solver/interior_point/constraint_list.h"
#include "solver/problem/problem.h"

namespace clade::detail {

struct InteriorPoint {
  std::vector<double> weights;         // by feature, then by unit
  std::vector<double> beta, distance;  // beta and t by constraint of the list
  std::vector<double> slack, rest;     // xi and eta by group
  int iterations = 0;
};

struct InteriorLimits {
  double accuracy = 1e-9;  // of the duality gap, as a part of the primal value
  int max_iterations = 100;
};

// Every C is finite. Ends at the accuracy, where steps no longer help, or when asked to stop.
InteriorPoint find_interior_point(const Problem<double>& problem, const ConstraintList& list,
                                  bool free_bias, const InteriorLimits& limits,
                                  TrainContext& context);

}  // namespace clade::detail

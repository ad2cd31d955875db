// The one problem that every large-margin method is a choice of.
//
//   min  1/2 ||w - w0||^2 + <l, b> + sum_g C_g xi_g^p + offset
//   with xi_g >= scale_c (1 - a_c'F(x_i))  for every constraint c of group g,  xi_g >= 0
//
// F = M s are the decision scores of instance i from the raw scores s_r = <w_r, x_i>; a_c'F is the
// difference of two decision scores, or one score against the constant zero; p is 1 or 2 and
// scale_c = Delta_c^(1/p) for the loss Delta_c. A group is an instance or a single constraint. b
// are the biases of the decisions where these have no price (free_bias.h); there the rest is
// without their part of w and w0.
//
// With beta_c = alpha_c / scale_c the dual is
//
//   max  sum_c scale_c beta_c - 1/2 (||w||^2 - ||w0||^2) - [p = 2] sum_g B_g^2 / (4 C_g) + offset
//   with beta >= 0,  [p = 1] B_g <= C_g,   B_g = sum of beta_c over the group
//   w = w0 + sum_c scale_c beta_c (M'a_c) (x) x_i
//
// (thesis 4.10 and 4.15; CIKM 22, 24 and 25). C = inf is the hard margin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/sparse_rows.h"
#include "linear/weight_rows.h"
#include "solver/problem/constraint_set.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

enum class SlackGroups {
  instance,    // one slack per instance (thesis 4.10)
  constraint,  // every constraint has its own (thesis after Prop. 2; CIKM 22)
};

template <class Real>
struct Problem {
  SparseRows<Real> rows;  // indices are numbers below `features`
  std::size_t features = 0;
  // The value of one more feature that every instance has, for biases; 0: there is none. It is
  // number 0 in the rows of linear problems; kernels add its square.
  double constant = 0;
  ScoreMap score_map;
  ConstraintSet constraints;
  SlackGroups groups = SlackGroups::instance;
  int slack_power = 1;
  std::vector<double> C;  // by instance
  // w0; nothing: zero. With a kernel: of the instances and, as last row, of the constant.
  std::shared_ptr<const WeightRows<Real>> anchor;
  std::vector<double> bias_terms;  // l, by decision; empty: zero
  double offset = 0;               // what both bounds hold besides
};

}  // namespace clade::detail

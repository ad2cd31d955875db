// From a method's choice of score map and constraints to the problem of the solver, and from its
// result to a summary: what linear and kernel training share.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/train_context.h"
#include "clade/method.h"
#include "method/margin/margin_params.h"
#include "solver/problem/constraint_set.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_result.h"
#include "solver/products/product_regulariser.h"
#include "solver/psi/difference_convex.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

// What a method decides (the columns of the table in docs/ARCHITECTURE.md).
struct MarginDesign {
  ClassAttributes attributes;
  ConstraintSet constraints;
  SlackGroups groups = SlackGroups::instance;
  int slack_power = 1;
  LabelSetRule label_set_rule = LabelSetRule::top1;
  // What the constraints compare, where that is not the classes; nothing: `attributes`, which also
  // are the model's. The units of a model that is decoded from the root are the decisions, of any
  // other those of the problem.
  std::optional<ScoreMap> decisions;
  Decoding decoding = Decoding::best_class;
  std::optional<DcParams> psi;  // psi in the hinge's place
  // A price on inner products in place of ||w||^2/2; the decisions then are the nodes.
  std::optional<ProductRegulariser> products;
};

// All but the rows and the constant. C must be a number.
template <class Real>
Problem<Real> problem_of(const MarginDesign& design, const MarginParams& params,
                         const Dataset& data, const LabelSpace& labels);

// The value of the constant feature that the bias asks for, from k(x,x) of all examples; 0: none.
double constant_for(Bias bias, std::vector<double> squared_lengths);

// Leaves the solution's weights in the backend.
template <class Backend>
TrainSummary solve(Problem<typename Backend::Real>& problem, Backend& backend,
                   const MarginDesign& design, const MarginParams& params, bool free_bias,
                   TrainContext& context);

TrainSummary summary_of(const SolverResult& result);

// The weights of the model's units from those of the solved problem's.
template <class Real>
WeightRows<Real> weights_of_model(WeightRows<Real> weights, const ScoreMap& map, Decoding decoding);

}  // namespace clade::detail

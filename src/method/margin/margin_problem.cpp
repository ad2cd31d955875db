#include "method/margin/margin_problem.h"

#include <algorithm>
#include <cmath>

#include "base/fail.h"
#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/outer/free_bias.h"
#include "solver/paper/paper_solver.h"
#include "solver/products/dual_averaging.h"
#include "solver/products/sign_saddle.h"
#include "solver/ranks/rank_ascent.h"

namespace clade::detail {

template <class Real>
Problem<Real> problem_of(const MarginDesign& design, const MarginParams& params,
                         const Dataset& data, const LabelSpace& labels) {
  Problem<Real> problem;
  problem.score_map = design.decisions.value_or(design.attributes.map);
  problem.constraints = design.constraints;
  problem.groups = design.groups;
  problem.slack_power = design.slack_power;
  problem.C = example_C(params.C.value(), params, data, labels.size());
  return problem;
}

// A free bias goes its way in steps (solver/free_bias.h). A large constant makes them long, and the
// problem of each step hard: about the length of the examples is good for both.
double constant_for(Bias bias, std::vector<double> squared_lengths) {
  if (bias == Bias::none) return 0;
  if (bias == Bias::feature || squared_lengths.empty()) return 1;
  const auto middle =
      squared_lengths.begin() + static_cast<std::ptrdiff_t>(squared_lengths.size() / 2);
  std::nth_element(squared_lengths.begin(), middle, squared_lengths.end());
  return *middle > 0 ? std::sqrt(*middle) : 1;
}

namespace {

template <class Real>
SolverResult run_over_ranks(Problem<Real>& problem, LinearBackend<Real>& backend,
                            const SolverParams& params, TrainContext& context) {
  return RankAscent<Real>(problem, backend, params, context).run();
}
// The pipeline has refused this (pipeline/over_ranks.h).
template <class Real>
SolverResult run_over_ranks(Problem<Real>&, KernelBackend<Real>&, const SolverParams&,
                            TrainContext&) {
  fail_parameter("kernel", "a kernel wants all examples on one rank");
}

template <class Backend>
SolverResult solve_convex(Problem<typename Backend::Real>& problem, Backend& backend,
                          const MarginParams& params, bool free_bias, TrainContext& context) {
  if (free_bias) {
    return solve_with_free_biases(problem, backend, params.solver, context);
  }
  if (params.solver.solver == SolverKind::paper) {
    return PaperSolver<Backend>(problem, backend, params.solver, context).run();
  }
  if (!context.peers.is_alone()) return run_over_ranks(problem, backend, params.solver, context);
  Ascent<Backend> solver(problem, backend, params.solver, context);
  KeptDuals* kept = problem.anchor == nullptr ? context.kept : nullptr;
  if (kept != nullptr && !kept->duals.empty()) solver.warm_start(std::move(kept->duals), false);
  SolverResult result = solver.run();
  if (kept != nullptr) kept->duals = std::move(result.duals);
  return result;
}

template <class Real>
SolverResult run_dual_averaging(const Problem<Real>& problem, LinearBackend<Real>& backend,
                                const ProductRegulariser& regulariser, const SolverParams& params,
                                TrainContext& context) {
  return solve_by_dual_averaging(problem, backend, regulariser, params, context);
}
// MarginMethod's check has refused this.
template <class Real>
SolverResult run_dual_averaging(const Problem<Real>&, KernelBackend<Real>&,
                                const ProductRegulariser&, const SolverParams&, TrainContext&) {
  fail_parameter("solver", "the paper's algorithm is for the linear kernel alone");
}

template <class Backend>
SolverResult solve_with_products(Problem<typename Backend::Real>& problem, Backend& backend,
                                 const ProductRegulariser& regulariser, const MarginParams& params,
                                 bool free_bias, TrainContext& context) {
  if (params.solver.solver == SolverKind::paper) {
    problem.score_map = ScoreMap::identity(problem.score_map.decisions());
    return run_dual_averaging(problem, backend, regulariser, params.solver, context);
  }
  return solve_sign_saddle(problem, backend, regulariser, params.solver, free_bias, context);
}

// Rounding puts a bound a little above the objective; where it is far above, or neither is a
// number, values were too large for arithmetic, and nothing is certified.
void check_certificate(const Certificate& c) {
  constexpr double most_rounding = 0.01;
  const bool is_unmet_hard_margin = std::isinf(c.primal) && c.weight_scale == 0;
  if (std::isfinite(c.lower_bound) && is_unmet_hard_margin) return;
  const bool is_number = std::isfinite(c.primal) && std::isfinite(c.lower_bound);
  if (is_number && c.relative_gap >= -most_rounding) return;
  fail(ErrorKind::input,
       "training left the range of numbers: its objective is {:.3g} and the bound below it {:.3g}; "
       "values of features, or weights of examples, are too large or too far apart; scale them "
       "(`scale`, `normalize`)",
       c.primal, c.lower_bound);
}

}  // namespace

TrainSummary summary_of(const SolverResult& result) {
  TrainSummary summary;
  const Certificate& c = result.certificate;
  check_certificate(c);
  summary.objective =
      TrainSummary::Objective{c.primal, c.dual, c.lower_bound, c.relative_gap, c.mean_slack};
  summary.dual_variables_nonzero = result.nonzero_duals;
  summary.dual_variables_total = result.total_duals;
  summary.epochs = result.epochs;
  summary.stopped = result.stopped;
  return summary;
}

namespace {

void check_ranks(const MarginDesign& design, const SolverParams& params, bool free_bias,
                 const Communicator& peers) {
  if (peers.is_alone()) return;
  const bool is_paper = params.solver == SolverKind::paper;
  if (design.products && !is_paper) {
    fail_parameter("solver", "over several ranks products of weights need `solver=paper`");
  }
  if (!design.products && is_paper) {
    fail_parameter("solver", "this paper's algorithm runs on one rank; use `solver=fast`");
  }
  if (!design.psi && !free_bias) return;
  fail(ErrorKind::usage, "{} not trained over several ranks; start it without mpirun",
       design.psi ? "psi is" : "free biases are");
}

}  // namespace

template <class Backend>
TrainSummary solve(Problem<typename Backend::Real>& problem, Backend& backend,
                   const MarginDesign& design, const MarginParams& params, bool free_bias,
                   TrainContext& context) {
  check_ranks(design, params.solver, free_bias, context.peers);
  if (design.products) {
    return summary_of(
        solve_with_products(problem, backend, *design.products, params, free_bias, context));
  }
  if (!design.psi) {
    return summary_of(solve_convex(problem, backend, params, free_bias, context));
  }
  const DcResult all =
      solve_difference_convex(problem, backend, params.solver, *design.psi, free_bias, context);
  TrainSummary summary = summary_of(all.result);
  for (const DcIteration& one : all.iterations) {
    summary.convex_problems.push_back({one.objective, one.convex_objective, one.wrong});
  }
  summary.kept_problem = all.best;
  return summary;
}

template <class Real>
WeightRows<Real> weights_of_model(WeightRows<Real> weights, const ScoreMap& map,
                                  Decoding decoding) {
  if (decoding != Decoding::top_down_min_margin || map.is_identity()) return weights;
  WeightRows<Real> mapped(weights.features(), map.decisions());
  std::vector<Real> from(weights.units()), to(map.decisions());
  for (std::size_t j = 0; j < weights.features(); ++j) {
    weights.view().copy_row(j, from);
    map.apply(std::span<const Real>(from), std::span(to));
    mapped.set_row(j, to);
  }
  return mapped;
}

template Problem<float> problem_of(const MarginDesign&, const MarginParams&, const Dataset&,
                                   const LabelSpace&);
template Problem<double> problem_of(const MarginDesign&, const MarginParams&, const Dataset&,
                                    const LabelSpace&);
template TrainSummary solve(Problem<float>&, LinearBackend<float>&, const MarginDesign&,
                            const MarginParams&, bool, TrainContext&);
template TrainSummary solve(Problem<double>&, LinearBackend<double>&, const MarginDesign&,
                            const MarginParams&, bool, TrainContext&);
template TrainSummary solve(Problem<float>&, KernelBackend<float>&, const MarginDesign&,
                            const MarginParams&, bool, TrainContext&);
template TrainSummary solve(Problem<double>&, KernelBackend<double>&, const MarginDesign&,
                            const MarginParams&, bool, TrainContext&);
template WeightRows<float> weights_of_model(WeightRows<float>, const ScoreMap&, Decoding);
template WeightRows<double> weights_of_model(WeightRows<double>, const ScoreMap&, Decoding);

}  // namespace clade::detail

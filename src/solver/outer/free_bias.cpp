#include "solver/outer/free_bias.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"
#include "solver/interior_point/low_dimensional.h"
#include "solver/interior_point/low_rank_kernel.h"
#include "solver/outer/balanced_duals.h"
#include "solver/outer/nested_reporter.h"
#include "solver/paper/paper_solver.h"

namespace clade::detail {

namespace {

// How much closer than the last bounds the next step is solved.
constexpr double step_accuracy = 0.1;
constexpr double loosest_step = 0.1;

// Steps never get looser again: bounds rise now and then, and loose steps would undo what closer
// ones had reached, for ever.
double next_tolerance(double last, double gap, double goal) {
  return std::max(step_accuracy * goal, std::min(last, step_accuracy * gap));
}

// b_k, and the problem with its penalty.
template <class Backend>
class Biases {
 public:
  using Real = typename Backend::Real;

  Biases(Problem<Real>& problem, Backend& backend)
      : problem_(problem),
        backend_(backend),
        offset_(problem.offset),
        center_(problem.score_map.units()),
        term_(problem.score_map.units()) {
    for (std::size_t d = 0; d < problem.bias_terms.size(); ++d) {
      for (const Attribute& a : problem.score_map.of(d)) {
        term_[index_of(a.unit)] += problem.constant * a.strength * problem.bias_terms[d];
      }
    }
    if (has_term()) {
      std::vector<double> away = term_;
      for (double& t : away) t = -t;
      backend_.move_constant(away);
    }
    set_offset();
  }
  Biases(const Biases&) = delete;
  Biases& operator=(const Biases&) = delete;
  ~Biases() { problem_.offset = offset_; }

  // b_k goes after b. Returns how far, at most over the units, in scores.
  double follow() {
    std::vector<double> moved = backend_.constant_weights();
    double furthest = 0;
    for (std::size_t u = 0; u < moved.size(); ++u) {
      moved[u] -= center_[u];
      center_[u] += moved[u];
      furthest = std::max(furthest, std::abs(problem_.constant * moved[u]));
    }
    backend_.move_constant(moved);
    set_offset();
    return furthest;
  }

  // Bounds from the duals of the last step; leaves their weights in the backend.
  void certify(Ascent<Backend>& solver, const Duals& duals, SolverResult& result) {
    BalancedDuals met = has_term()
                            ? balanced(duals, problem_.constraints, problem_.C, problem_.bias_terms)
                            : BalancedDuals{balanced(duals, problem_.score_map.decisions()), true};
    result.duals = std::move(met.duals);
    result.certificate = solver.certify_at(result.duals);
    if (met.holds) return;
    result.certificate.dual = result.certificate.lower_bound =
        -std::numeric_limits<double>::infinity();
    result.certificate.relative_gap = 1;
  }

  void state(State& s) {
    s(center_);
    set_offset();
  }

 private:
  bool has_term() const { return !problem_.bias_terms.empty(); }
  // With c the weights of the constant and t those of the linear term,
  //   t'c + ||c - b_k||^2/2 = ||c - (b_k - t)||^2/2 + t'b_k - ||t||^2/2.
  void set_offset() {
    problem_.offset = offset_;
    for (std::size_t u = 0; u < term_.size(); ++u) {
      problem_.offset += term_[u] * (center_[u] - 0.5 * term_[u]);
    }
  }

  Problem<Real>& problem_;
  Backend& backend_;
  double offset_;  // without the biases
  std::vector<double> center_, term_;
};

// The papers' algorithm starts every step anew. It ends when no bias moves by more than epsilon.
template <class Backend>
SolverResult run_paper_steps(Problem<typename Backend::Real>& problem, Backend& backend,
                             const SolverParams& params, NestedReporter& reporter,
                             TrainContext& context) {
  Biases biases(problem, backend);
  SolverParams step = params;
  for (int epochs = 0;;) {
    step.max_epochs = params.max_epochs - epochs;
    backend.reset();
    SolverResult result = PaperSolver<Backend>(problem, backend, step, context).run();
    epochs += result.epochs;
    const double moved = biases.follow();
    Ascent<Backend> certifier(problem, backend, step, context);
    biases.certify(certifier, Duals(result.duals), result);
    result.epochs = epochs;
    reporter.end_step(result.certificate);
    if (result.stopped != Stop::tolerance || moved <= params.tolerance) return result;
    if (epochs >= params.max_epochs) {
      result.stopped = Stop::max_epochs;
      return result;
    }
  }
}

template <class Backend>
SolverResult run_fast_steps(Problem<typename Backend::Real>& problem, Backend& backend,
                            const SolverParams& params, NestedReporter& reporter,
                            TrainContext& context, Duals duals, std::uint64_t most_visits = never) {
  Biases biases(problem, backend);
  SolverParams step = params;
  step.tolerance = loosest_step;
  double best_gap = 1;
  std::uint64_t visits = 0;
  int epochs = 0, number = 0;
  const CheckpointPart checkpoint = context.checkpoint.part("steps");
  const auto fields = [&](State& s) {
    s(backend, biases, duals, step.tolerance, best_gap, visits, epochs, number);
  };
  checkpoint.restore(fields);
  for (CheckpointPart last;; ++number) {
    if (checkpoint.is_due() && !context.reporter.stop_requested()) {
      checkpoint.save(fields);
      last.drop();
    }
    TrainContext own = context;
    own.checkpoint = last = checkpoint.part("step" + std::to_string(number));
    step.max_epochs = params.max_epochs - epochs;
    Ascent<Backend> solver(problem, backend, step, own);
    solver.disable_acceleration();  // bounds are those at the weights of the balanced duals
    solver.disable_hand_over(most_visits == never ? never : most_visits - visits);
    if (!duals.empty()) solver.resume(std::move(duals));
    SolverResult result = solver.run();
    epochs += result.epochs;
    visits += result.visits;
    duals = std::move(result.duals);
    biases.follow();
    biases.certify(solver, duals, result);
    result.epochs = epochs;
    reporter.end_step(result.certificate);
    const double gap = result.certificate.relative_gap;
    if (gap <= params.tolerance) {
      result.stopped = Stop::tolerance;
      return result;
    }
    // Where rounding ends a step, it may still have brought the biases closer.
    const bool is_step =
        result.stopped == Stop::tolerance || (result.stopped == Stop::precision && gap < best_gap);
    const bool is_over = epochs >= params.max_epochs || visits >= most_visits;
    if (is_step && is_over) result.stopped = Stop::max_epochs;
    if (!is_step || is_over) return result;
    best_gap = std::min(best_gap, gap);
    step.tolerance = next_tolerance(step.tolerance, gap, params.tolerance);
  }
}

template <class Real>
std::uint64_t visits_of_ascent(const Problem<Real>& problem, const LinearBackend<Real>& /*backend*/,
                               const SolverParams& /*params*/) {
  return visits_before_interior_point(problem);
}
// The rank is looked at before all else: steps that are continued would have lost their biases.
template <class Real>
std::uint64_t visits_of_ascent(const Problem<Real>& problem, const KernelBackend<Real>& backend,
                               const SolverParams& params) {
  const std::uint64_t least = visits_before_rank(problem, backend);
  return least == never ? never
                        : std::max(least, visits_before_interior_point(problem, backend, params));
}

// The ascent, and where it takes long and there are few weights, the interior point method, which
// needs no steps.
template <class Backend>
SolverResult run_and_hand_over(Problem<typename Backend::Real>& problem, Backend& backend,
                               const SolverParams& params, NestedReporter& reporter,
                               TrainContext& context, Duals duals) {
  SolverResult result =
      run_fast_steps(problem, backend, params, reporter, context, std::move(duals),
                     visits_of_ascent(problem, backend, params));
  SolverParams rest = params;
  rest.max_epochs -= result.epochs;
  if (result.stopped != Stop::max_epochs || rest.max_epochs <= 0) return result;
  const int before = result.epochs;
  const auto start = std::chrono::steady_clock::now();
  if (auto found = solve_by_interior_point(problem, backend, rest, true, context)) {
    result = std::move(*found);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    reporter.report_step(result.epochs, taken.count(), result.certificate);
  } else {
    backend.start_anew();
    result = run_fast_steps(problem, backend, rest, reporter, context, std::move(result.duals));
  }
  result.epochs += before;
  return result;
}

}  // namespace

template <class Backend>
SolverResult solve_with_free_biases(Problem<typename Backend::Real>& problem, Backend& backend,
                                    const SolverParams& params, TrainContext& context,
                                    Duals start) {
  NestedReporter reporter(context.reporter, NestedReporter::Passes::reported);
  TrainContext step_context = context.for_part("biases", reporter, context.pool);
  if (params.solver == SolverKind::paper) {
    return run_paper_steps(problem, backend, params, reporter, step_context);
  }
  return run_and_hand_over(problem, backend, params, reporter, step_context, std::move(start));
}

template SolverResult solve_with_free_biases(Problem<float>&, LinearBackend<float>&,
                                             const SolverParams&, TrainContext&, Duals);
template SolverResult solve_with_free_biases(Problem<double>&, LinearBackend<double>&,
                                             const SolverParams&, TrainContext&, Duals);
template SolverResult solve_with_free_biases(Problem<float>&, KernelBackend<float>&,
                                             const SolverParams&, TrainContext&, Duals);
template SolverResult solve_with_free_biases(Problem<double>&, KernelBackend<double>&,
                                             const SolverParams&, TrainContext&, Duals);

}  // namespace clade::detail

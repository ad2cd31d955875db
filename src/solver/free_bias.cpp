#include "solver/free_bias.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/balanced_duals.h"
#include "solver/kernel_backend.h"
#include "solver/linear_backend.h"
#include "solver/paper_solver.h"

namespace clade {

namespace {

// How much closer than the last bounds the next step is solved.
constexpr double step_accuracy = 0.1;
constexpr double loosest_step = 0.1;

// Passes of a step have bounds of the step; those of the problem come after it.
class StepReporter : public Reporter {
 public:
  explicit StepReporter(Reporter& outer) : outer_(outer) {}
  void on_pass(const Progress& progress) override {
    last_ = progress;
    last_.epoch += epochs_;
    last_.seconds += seconds_;
    last_.certified = false;
    outer_.on_pass(last_);
  }
  void on_warning(std::string_view text) override { outer_.on_warning(text); }
  bool stop_requested() const override { return outer_.stop_requested(); }

  void end_step(const Certificate& certificate) {
    last_.primal = certificate.primal;
    last_.dual = certificate.dual;
    last_.relative_gap = certificate.relative_gap;
    last_.certified = true;
    outer_.on_pass(last_);
    epochs_ = last_.epoch;
    seconds_ = last_.seconds;
  }

 private:
  Reporter& outer_;
  Progress last_;
  int epochs_ = 0;
  double seconds_ = 0;
};

// Steps never get looser again: bounds rise now and then, and loose steps would undo what closer
// ones had reached, for ever.
double next_tolerance(double last, double gap, double goal) {
  return std::max(step_accuracy * goal, std::min(last, step_accuracy * gap));
}

// b_k goes after b. Returns how far, at most over the units, in scores.
template <class Backend>
double follow(Backend& backend, double constant, std::vector<double>& center) {
  std::vector<double> moved = backend.constant_weights();
  double furthest = 0;
  for (std::size_t u = 0; u < moved.size(); ++u) {
    moved[u] -= center[u];
    center[u] += moved[u];
    furthest = std::max(furthest, std::abs(constant * moved[u]));
  }
  backend.move_constant(moved);
  return furthest;
}

// The papers' algorithm starts every step anew. It ends when no bias moves by more than epsilon.
template <class Backend>
SolverResult run_paper_steps(const Problem<typename Backend::Real>& problem, Backend& backend,
                             const SolverParams& params, StepReporter& reporter,
                             TrainContext& context) {
  std::vector<double> center(problem.score_map.units());
  SolverParams step = params;
  for (int epochs = 0;;) {
    step.max_epochs = params.max_epochs - epochs;
    backend.reset();
    SolverResult result = PaperSolver<Backend>(problem, backend, step, context).run();
    epochs += result.epochs;
    const double moved = follow(backend, problem.constant, center);
    result.duals = balanced(std::move(result.duals), problem.score_map.decisions());
    result.certificate =
        DualSolver<Backend>(problem, backend, step, context).certify_at(result.duals);
    result.epochs = epochs;
    reporter.end_step(result.certificate);
    if (result.stopped != "tolerance" || moved <= params.tolerance) return result;
    if (epochs >= params.max_epochs) {
      result.stopped = "max-epochs";
      return result;
    }
  }
}

template <class Backend>
SolverResult run_fast_steps(const Problem<typename Backend::Real>& problem, Backend& backend,
                            const SolverParams& params, StepReporter& reporter,
                            TrainContext& context) {
  std::vector<double> center(problem.score_map.units());
  SolverParams step = params;
  step.tolerance = loosest_step;
  Duals duals;
  double best_gap = 1;
  for (int epochs = 0;;) {
    step.max_epochs = params.max_epochs - epochs;
    DualSolver<Backend> solver(problem, backend, step, context);
    if (!duals.empty()) solver.go_on_from(std::move(duals));
    SolverResult result = solver.run();
    epochs += result.epochs;
    duals = std::move(result.duals);
    follow(backend, problem.constant, center);
    result.duals = balanced(duals, problem.score_map.decisions());
    result.certificate = solver.certify_at(result.duals);
    result.epochs = epochs;
    reporter.end_step(result.certificate);
    const double gap = result.certificate.relative_gap;
    if (gap <= params.tolerance) {
      result.stopped = "tolerance";
      return result;
    }
    // Where rounding ends a step, it may still have brought the biases closer.
    const bool is_step =
        result.stopped == "tolerance" || (result.stopped == "precision" && gap < best_gap);
    if (is_step && epochs >= params.max_epochs) result.stopped = "max-epochs";
    if (!is_step || epochs >= params.max_epochs) return result;
    best_gap = std::min(best_gap, gap);
    step.tolerance = next_tolerance(step.tolerance, gap, params.tolerance);
  }
}

}  // namespace

template <class Backend>
SolverResult solve_with_free_biases(const Problem<typename Backend::Real>& problem,
                                    Backend& backend, const SolverParams& params,
                                    TrainContext& context) {
  StepReporter reporter(context.reporter);
  TrainContext step_context{reporter, context.pool, context.seed};
  const auto run =
      params.solver == SolverKind::paper ? run_paper_steps<Backend> : run_fast_steps<Backend>;
  return run(problem, backend, params, reporter, step_context);
}

template SolverResult solve_with_free_biases(const Problem<float>&, LinearBackend<float>&,
                                             const SolverParams&, TrainContext&);
template SolverResult solve_with_free_biases(const Problem<double>&, LinearBackend<double>&,
                                             const SolverParams&, TrainContext&);
template SolverResult solve_with_free_biases(const Problem<float>&, KernelBackend<float>&,
                                             const SolverParams&, TrainContext&);
template SolverResult solve_with_free_biases(const Problem<double>&, KernelBackend<double>&,
                                             const SolverParams&, TrainContext&);

}  // namespace clade

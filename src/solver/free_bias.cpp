#include "solver/free_bias.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "solver/balanced_duals.h"
#include "solver/kernel_backend.h"
#include "solver/linear_backend.h"

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

// b_k goes after b.
template <class Backend>
void follow(Backend& backend, std::vector<double>& center) {
  std::vector<double> moved = backend.constant_weights();
  for (std::size_t u = 0; u < moved.size(); ++u) {
    moved[u] -= center[u];
    center[u] += moved[u];
  }
  backend.move_constant(moved);
}

}  // namespace

template <class Backend>
SolverResult solve_with_free_biases(const Problem<typename Backend::Real>& problem,
                                    Backend& backend, const SolverParams& params,
                                    TrainContext& context) {
  StepReporter reporter(context.reporter);
  TrainContext step_context{reporter, context.pool, context.seed};
  SolverParams step = params;
  step.tolerance = loosest_step;
  std::vector<double> center(problem.score_map.units());
  Duals duals;
  for (int epochs = 0;;) {
    step.max_epochs = params.max_epochs - epochs;
    DualSolver<Backend> solver(problem, backend, step, step_context);
    if (!duals.empty()) solver.go_on_from(std::move(duals));
    SolverResult result = solver.run();
    epochs += result.epochs;
    duals = std::move(result.duals);
    follow(backend, center);
    result.duals = balanced(duals, problem.score_map.decisions());
    result.certificate = solver.certify_at(result.duals);
    result.epochs = epochs;
    reporter.end_step(result.certificate);
    const double gap = result.certificate.relative_gap;
    if (gap <= params.tolerance) result.stopped = "tolerance";
    const bool is_step = result.stopped == "tolerance" && gap > params.tolerance;
    if (!is_step) return result;
    step.tolerance =
        std::clamp(step_accuracy * gap, step_accuracy * params.tolerance, loosest_step);
  }
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

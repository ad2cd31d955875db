#include "solver/outer/c_path.h"

#include <utility>
#include <vector>

#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/kernel_backend.h"

namespace clade::detail {

template <class Backend>
SolverResult CPath::solve(Problem<typename Backend::Real>& problem, Backend& backend,
                          const SolverParams& params, TrainContext& context) {
  const bool has_weights = backend_ == &backend && version_ == backend.version();
  if (!has_weights) backend.reset();
  Ascent<Backend> solver(problem, backend, params, context);
  if (!duals_.empty()) solver.warm_start(std::move(duals_), has_weights);
  SolverResult result = solver.run();
  duals_ = std::move(result.duals);
  backend_ = result.has_weights_of_duals ? &backend : nullptr;
  version_ = backend.version();
  result.duals.clear();
  return result;
}

template <class Real>
void walk_c_path(Problem<Real>& problem, std::span<const double> values, const SolverParams& params,
                 TrainContext& context, const std::function<bool(const PathStep<Real>&)>& use) {
  const std::vector<double> prices = problem.C;
  LinearBackend<Real> backend(problem);
  CPath path;
  for (const double value : values) {
    for (std::size_t i = 0; i < prices.size(); ++i) problem.C[i] = value * prices[i];
    const SolverResult result = path.solve(problem, backend, params, context);
    if (!use({value, result, backend}) || result.stopped == Stop::interrupted) break;
  }
  problem.C = prices;
}

template SolverResult CPath::solve(Problem<float>&, LinearBackend<float>&, const SolverParams&,
                                   TrainContext&);
template SolverResult CPath::solve(Problem<double>&, LinearBackend<double>&, const SolverParams&,
                                   TrainContext&);
template SolverResult CPath::solve(Problem<float>&, KernelBackend<float>&, const SolverParams&,
                                   TrainContext&);
template SolverResult CPath::solve(Problem<double>&, KernelBackend<double>&, const SolverParams&,
                                   TrainContext&);
template void walk_c_path(Problem<float>&, std::span<const double>, const SolverParams&,
                          TrainContext&, const std::function<bool(const PathStep<float>&)>&);
template void walk_c_path(Problem<double>&, std::span<const double>, const SolverParams&,
                          TrainContext&, const std::function<bool(const PathStep<double>&)>&);

}  // namespace clade::detail

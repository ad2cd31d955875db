// Random problems for kernels, and the same problems as linear ones.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/train_context.h"
#include "kernel/gram_rows.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/kernel_backend.h"
#include "tests/kernel/random_rows.h"
#include "tests/solver/random_problem.h"

namespace clade::detail::test {

constexpr std::size_t enough_cache = std::size_t{1} << 24;
constexpr std::size_t enough_near = std::size_t{1} << 22;

// With the constant as a feature, number 0, and the anchor of the instances as one of the features:
// what the linear kernel means.
template <class Real>
Problem<Real> as_linear(const Problem<Real>& problem) {
  Problem<Real> linear = problem;
  const std::uint32_t shift = problem.constant != 0 ? 1 : 0;
  linear.features = problem.features + shift;
  linear.rows = {};
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (shift > 0) linear.rows.push({0, static_cast<Real>(problem.constant)});
    for (const auto& f : problem.rows.row(i)) linear.rows.push({f.index + shift, f.value});
    linear.rows.end_row();
  }
  if (problem.anchor == nullptr) return linear;
  const std::size_t units = problem.score_map.units();
  auto anchor = std::make_shared<WeightRows<Real>>(linear.features, units);
  std::vector<Real> row(units);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    problem.anchor->view().copy_row(i, row);
    for (const auto& f : problem.rows.row(i)) {
      for (std::size_t u = 0; u < units; ++u) anchor->row(f.index + shift)[u] += f.value * row[u];
    }
  }
  if (shift > 0) {
    problem.anchor->view().copy_row(problem.rows.size(), row);
    anchor->set_row(0, row);
  }
  linear.anchor = std::move(anchor);
  return linear;
}

// The Gram matrix as the rows of a precomputed kernel: such kernels are left to the ascent alone,
// so that other methods can be compared with it.
template <class Real>
SparseRows<Real> precomputed_rows(const KernelSpec& spec, const Problem<Real>& problem) {
  SparseRows<Real> gram;
  const std::size_t size = problem.rows.size();
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double k = by_formula(spec, problem.rows.row(i), problem.rows.row(j), problem.features);
      gram.push({static_cast<std::uint32_t>(j), static_cast<Real>(k)});
    }
    gram.end_row();
  }
  return gram;
}
inline KernelSpec precomputed_kernel() {
  KernelSpec spec;
  spec.kind = KernelKind::precomputed;
  return spec;
}

// An anchor as kernels have it: coefficients of the instances, then weights of the constant.
template <class Real>
std::shared_ptr<const WeightRows<Real>> random_anchor(const Problem<Real>& problem,
                                                      std::uint64_t seed) {
  Random random(seed);
  const std::size_t units = problem.score_map.units();
  auto anchor = std::make_shared<WeightRows<Real>>(problem.rows.size() + 1, units);
  for (std::size_t i = 0; i <= problem.rows.size(); ++i) {
    if (i % 3 == 0) continue;
    for (Real& w : anchor->row(i)) w = static_cast<Real>(0.1 * random.normal());
  }
  return anchor;
}

template <class Backend>
SolverResult run_solver(Problem<typename Backend::Real>& problem, Backend& backend,
                        double tolerance, unsigned threads = 1, int max_epochs = 100000) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SolverParams params{tolerance, max_epochs};
  return Ascent<Backend>(problem, backend, params, context).run();
}

template <class Real>
SolverResult solve_linear(Problem<Real> problem, double tolerance) {
  LinearBackend<Real> backend(problem);
  return run_solver(problem, backend, tolerance);
}

}  // namespace clade::detail::test

#include "method/train_kernel.h"

#include <memory>
#include <variant>

#include "kernel/gram_rows.h"
#include "method/training_rows.h"
#include "model/model_impl.h"
#include "solver/dual_solver.h"
#include "solver/free_bias.h"
#include "solver/kernel_backend.h"

namespace clade {

namespace {

// What training leaves, as the model keeps it: instances whose coefficients are all zero are left
// out.
template <class Real>
struct Support {
  SparseRows<Real> rows;
  FeatureIndex features;
  WeightRows<Real> weights;
};

template <class Real>
std::vector<std::size_t> instances_needed(const WeightRows<Real>& coefficients) {
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < coefficients.features(); ++i) {
    bool is_needed = false;
    coefficients.view().for_each_nonzero(i, [&](std::size_t, Real) { is_needed = true; });
    if (is_needed) needed.push_back(i);
  }
  return needed;
}

// With a precomputed kernel, an instance is the unit vector of its own feature.
template <class Real>
void keep_rows(const TrainingRows<Real>& prepared, std::span<const std::size_t> needed,
               bool precomputed, Support<Real>& support) {
  std::vector<std::uint32_t> indices;
  for (const std::size_t i : needed) {
    if (precomputed) {
      support.rows.push({static_cast<std::uint32_t>(indices.size()), Real{1}});
      indices.push_back(prepared.features.indices()[i]);
    } else {
      for (const auto& feature : prepared.rows.row(i)) support.rows.push(feature);
    }
    support.rows.end_row();
  }
  support.features = precomputed ? FeatureIndex(std::move(indices)) : prepared.features;
}

template <class Real>
Support<Real> support_of(const TrainingRows<Real>& prepared, const KernelBackend<Real>& backend,
                         const Problem<Real>& problem, bool precomputed) {
  const WeightRows<Real>& coefficients = backend.coefficients();
  const std::vector<std::size_t> needed = instances_needed(coefficients);
  Support<Real> support;
  keep_rows(prepared, needed, precomputed, support);
  const std::size_t units = coefficients.units();
  const bool has_constant = problem.constant != 0;
  support.weights = WeightRows<Real>(needed.size() + (has_constant ? 1 : 0), units);
  std::vector<Real> row(units);
  for (std::size_t s = 0; s < needed.size(); ++s) {
    coefficients.view().copy_row(needed[s], row);
    support.weights.set_row(s, row);
  }
  if (has_constant) {
    const std::vector<double> constant = backend.constant_weights();
    for (std::size_t u = 0; u < units; ++u) {
      row[u] = static_cast<Real>(problem.constant * constant[u]);
    }
    support.weights.set_row(needed.size(), row);
  }
  return support;
}

template <class Real>
std::size_t cache_bytes(const KernelParams& params) {
  constexpr double mega = 1024.0 * 1024.0, most = 1e18;
  return static_cast<std::size_t>(std::min(most, params.cache_mb * mega));
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, std::string method, MarginDesign design,
                 MarginParams& params, const std::function<OptionTexts()>& options_of,
                 const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  const bool precomputed = params.kernel.kernel == KernelKind::precomputed;
  const TrainingRows<Real> prepared = precomputed ? gram_rows(rows) : training_rows<Real>(rows, 0);
  const KernelSpec spec = kernel_of(params.kernel, prepared.rows, data, context.seed);
  Problem<Real> problem = problem_of<Real>(design, params, data, labels);
  problem.rows = prepared.rows;
  problem.features = prepared.features.size();
  GramRows<Real> gram(spec, problem.rows, problem.features, cache_bytes<Real>(params.kernel));
  std::vector<double> lengths(gram.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = gram.diagonal(i);
  problem.constant = constant_for(params.bias, std::move(lengths));

  KernelBackend<Real> backend(problem, gram);
  const SolverResult result = solve(problem, backend, params, params.bias == Bias::free, context);
  Support<Real> support = support_of(prepared, backend, problem, precomputed);
  auto weights = std::make_shared<const WeightRows<Real>>(std::move(support.weights));
  const Weights view = weights->view();
  auto set =
      std::make_shared<const SupportSet>(spec, std::move(support.rows), support.features.size());
  auto impl = std::make_shared<Model::Impl>(Model::Impl{
      std::move(method), options_of(), labels, design.label_set_rule, nullptr,
      std::move(support.features), std::move(problem.score_map),
      std::move(design.attributes.unit_names), view, weights, std::nullopt, std::move(set)});
  return {Model(std::move(impl)), summary_of(result)};
}

}  // namespace

Trained train_kernel(std::string method, MarginDesign design, MarginParams& params,
                     const std::function<OptionTexts()>& options_of, const Dataset& data,
                     const LabelSpace& labels, TrainContext& context) {
  const auto train = [&](const auto& rows) {
    return train_on(rows, std::move(method), std::move(design), params, options_of, data, labels,
                    context);
  };
  return std::visit(train, data.rows());
}

}  // namespace clade

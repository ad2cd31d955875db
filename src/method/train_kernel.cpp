#include "method/train_kernel.h"

#include <memory>
#include <variant>

#include "kernel/gram_rows.h"
#include "method/kernel_model.h"
#include "solver/kernel_backend.h"

namespace clade {

namespace {

template <class Real>
Coefficients<Real> coefficients_of(const KernelBackend<Real>& backend,
                                   const Problem<Real>& problem) {
  if (problem.constant == 0) return {backend.coefficients(), std::nullopt};
  std::vector<double> scores = backend.constant_weights();
  for (double& score : scores) score *= problem.constant;
  return {backend.coefficients(), std::move(scores)};
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, std::string method, MarginDesign design,
                 MarginParams& params, const std::function<OptionTexts()>& options_of,
                 const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  const TrainingRows<Real> prepared = kernel_rows(rows, params.kernel.kernel);
  const KernelSpec spec = kernel_of(params.kernel, prepared.rows, data, context.seed);
  Problem<Real> problem = problem_of<Real>(design, params, data, labels);
  problem.rows = prepared.rows;
  problem.features = prepared.features.size();
  const std::size_t near_bytes = params.kernel.cache_bytes() / 2;
  GramRows<Real> gram(spec, problem.rows, problem.features,
                      params.kernel.cache_bytes() - near_bytes);
  std::vector<double> lengths(gram.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = gram.diagonal(i);
  problem.constant = constant_for(params.bias, std::move(lengths));

  KernelBackend<Real> backend(problem, gram, near_bytes);
  const SolverResult result = solve(problem, backend, params, params.bias == Bias::free, context);
  auto impl = std::make_shared<Model::Impl>(
      Model::Impl{std::move(method), options_of(), labels, design.label_set_rule, nullptr,
                  FeatureIndex(), std::move(design.attributes.map),
                  std::move(design.attributes.unit_names), Weights(), nullptr});
  impl->decoding = design.decoding;
  set_support(*impl, spec, prepared, coefficients_of(backend, problem));
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

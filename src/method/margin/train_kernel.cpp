#include "method/margin/train_kernel.h"

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/train_context.h"
#include "kernel/gram_rows.h"
#include "method/kernel_model.h"
#include "solver/backend/kernel_backend.h"

namespace clade::detail {

namespace {

template <class Real>
struct Solution {
  TrainSummary summary;
  WeightRows<Real> coefficients;
  std::optional<std::vector<double>> of_constant;
};

// Rows of the kernel matrix and scores are given back before the model takes memory.
template <class Real>
Solution<Real> solution_of(Problem<Real>& problem, const MarginDesign& design,
                           const KernelSpec& spec, const MarginParams& params,
                           TrainContext& context) {
  using Backend = KernelBackend<Real>;
  const std::size_t instances = problem.rows.size();
  const std::size_t cache = params.kernel.cache_bytes(instances, sizeof(Real));
  GramRows<Real> gram(spec, problem.rows, problem.features, Backend::rows_part(cache, instances));
  std::vector<double> lengths(gram.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = gram.diagonal(i);
  problem.constant = constant_for(params.bias, std::move(lengths));

  Backend backend(problem, gram, Backend::near_part(cache, instances));
  TrainSummary summary =
      solve(problem, backend, design, params, params.bias == Bias::free, context);
  std::optional<std::vector<double>> of_constant;
  if (problem.constant != 0) {
    const std::vector<double> weights = backend.constant_weights();
    of_constant.emplace(weights.size());
    if (design.decoding == Decoding::top_down_min_margin) {
      problem.score_map.apply(std::span<const double>(weights), std::span(*of_constant));
    } else {
      *of_constant = weights;
    }
    for (double& score : *of_constant) score *= problem.constant;
  }
  return {std::move(summary),
          weights_of_model(backend.take_coefficients(), problem.score_map, design.decoding),
          std::move(of_constant)};
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, std::string method, MarginDesign design,
                 MarginParams& params, const std::function<OptionTexts()>& options_of,
                 const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  TrainingRows<Real> prepared = kernel_rows(rows, params.kernel.kernel);
  const KernelSpec spec = kernel_of(params.kernel, prepared.rows, data, context.seed);
  Problem<Real> problem = problem_of<Real>(design, params, data, labels);
  problem.rows = std::move(prepared.rows);
  problem.features = prepared.features.size();
  Solution<Real> solution = solution_of(problem, design, spec, params, context);
  prepared.rows = std::move(problem.rows);

  ModelBuilder model(std::move(method), options_of(), labels, std::move(design.attributes));
  model.label_set_rule(design.label_set_rule).decoding(design.decoding);
  set_support(model, spec, prepared,
              Coefficients<Real>{solution.coefficients, std::move(solution.of_constant)});
  return {model.build(), std::move(solution.summary)};
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

}  // namespace clade::detail

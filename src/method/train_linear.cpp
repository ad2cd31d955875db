#include "method/train_linear.h"

#include <memory>
#include <variant>

#include "method/training_rows.h"
#include "model/model_impl.h"
#include "solver/dual_solver.h"
#include "solver/linear_backend.h"

namespace clade {

namespace {

TrainSummary summary_of(const SolverResult& result) {
  TrainSummary summary;
  const Certificate& c = result.certificate;
  summary.objective =
      TrainSummary::Objective{c.primal, c.dual, c.lower_bound, c.relative_gap, c.mean_slack};
  summary.dual_variables_nonzero = result.nonzero_duals;
  summary.dual_variables_total = result.total_duals;
  summary.epochs = result.epochs;
  summary.stopped = result.stopped;
  return summary;
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, std::string method, OptionTexts options,
                 MarginDesign design, const MarginParams& params, const Dataset& data,
                 const LabelSpace& labels, TrainContext& context) {
  TrainingRows<Real> prepared = training_rows(rows, params.bias);
  Problem<Real> problem;
  problem.rows = std::move(prepared.rows);
  problem.features = prepared.features.size();
  problem.score_map = std::move(design.attributes.map);
  problem.constraints = std::move(design.constraints);
  problem.groups = design.groups;
  problem.slack_power = design.slack_power;
  problem.C = example_C(params.C.value(), params, data, labels.size());

  LinearBackend<Real> backend(problem);
  const SolverResult result =
      DualSolver<LinearBackend<Real>>(problem, backend, params.solver, context).run();

  auto weights = std::make_shared<const WeightRows<Real>>(backend.take());
  const Weights view = weights->view();
  auto impl = std::make_shared<Model::Impl>(
      Model::Impl{std::move(method), std::move(options), labels, design.label_set_rule, nullptr,
                  std::move(prepared.features), std::move(problem.score_map),
                  std::move(design.attributes.unit_names), view, weights});
  return {Model(std::move(impl)), summary_of(result)};
}

}  // namespace

OptionTexts option_texts(const std::vector<Parameter>& parameters) {
  OptionTexts texts;
  for (const Parameter& p : parameters) texts.emplace_back(p.name, p.get());
  return texts;
}

Trained train_linear(std::string method, OptionTexts options, MarginDesign design,
                     const MarginParams& params, const Dataset& data, const LabelSpace& labels,
                     TrainContext& context) {
  const auto train = [&](const auto& rows) {
    return train_on(rows, std::move(method), std::move(options), std::move(design), params, data,
                    labels, context);
  };
  return std::visit(train, data.rows());
}

}  // namespace clade

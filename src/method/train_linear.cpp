#include "method/train_linear.h"

#include <memory>
#include <variant>

#include "kernel/kernel_rows.h"
#include "method/training_rows.h"
#include "model/model_impl.h"
#include "solver/linear_backend.h"

namespace clade {

namespace {

template <class Real>
std::vector<double> squared_lengths(const SparseRows<Real>& rows) {
  std::vector<double> lengths;
  lengths.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    lengths.push_back(squared_length<Real>(rows.row(i)));
  }
  return lengths;
}

// The model's constant feature has the value 1.
template <class Real>
void scale_constant(WeightRows<Real>& weights, double constant) {
  std::vector<Real> row(weights.units());
  weights.view().copy_row(0, row);
  for (Real& weight : row) weight = static_cast<Real>(constant * static_cast<double>(weight));
  weights.set_row(0, row);
}

template <class Real>
Trained train_on(const SparseRows<Real>& rows, std::string method, OptionTexts options,
                 MarginDesign design, const MarginParams& params, const Dataset& data,
                 const LabelSpace& labels, TrainContext& context) {
  const double constant = constant_for(
      params.bias, params.bias == Bias::free ? squared_lengths(rows) : std::vector<double>());
  TrainingRows<Real> prepared = training_rows(rows, constant);
  Problem<Real> problem = problem_of<Real>(design, params, data, labels);
  problem.rows = std::move(prepared.rows);
  problem.features = prepared.features.size();
  problem.constant = constant;

  LinearBackend<Real> backend(problem);
  const SolverResult result = solve(problem, backend, params, context);
  WeightRows<Real> learned = backend.take();
  if (constant != 0) scale_constant(learned, constant);
  auto weights = std::make_shared<const WeightRows<Real>>(std::move(learned));
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

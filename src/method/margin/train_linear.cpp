#include "method/margin/train_linear.h"

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/train_context.h"
#include "data/rank_records.h"
#include "data/sparse_row.h"
#include "method/margin/train_large.h"
#include "method/model_weights.h"
#include "method/training_rows.h"
#include "model/model_builder.h"
#include "model/model_parts.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/duals.h"

namespace clade::detail {

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

// Of several ranks each has other rows, and all have the weights of all features.
template <class From>
FeatureIndex features_of_others(const SparseRows<From>& rows, Communicator& peers) {
  if (peers.is_alone()) return {};
  return all_features(FeatureIndex::of(rows, false), peers);
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
struct LearnedWeights {
  FeatureIndex features;
  WeightRows<Real> weights;
};

// A feature that no example has keeps the weights of the anchor, so the problem goes without it.
template <class Real>
LearnedWeights<Real> with_other_features(LearnedWeights<Real> learned, const Model& from) {
  const ModelParts known(from);
  LearnedWeights<Real> all;
  all.features = joined(known.features(), learned.features);
  all.weights = weights_for(all.features, known.weights_as<Real>(), known.features());
  replace_rows(all.weights, all.features, learned.weights.view(), learned.features);
  return all;
}

// Problems that are solved in rounds, over several ranks, or from duals that another training left,
// are for the processor.
DeviceChoice device_for(const MarginParams& params, const MarginDesign& design, bool free_bias,
                        bool is_single, TrainContext& context) {
  const bool goes_on = context.kept != nullptr && !context.kept->duals.empty();
  if (params.device == DeviceKind::cpu || goes_on) return {};
  const bool is_plain = context.peers.is_alone() && !free_bias && !design.products && !design.psi &&
                        is_single && params.solver.solver == SolverKind::fast;
  if (is_plain) return choose_device(params.device);
  if (is_named(params.device)) {
    context.reporter.on_warning(
        "training on the processor: devices know one convex problem in single precision, without "
        "free biases, on one rank");
  }
  return {};
}

template <class Real, class From>
Trained train_on(const SparseRows<From>& rows, std::string method, OptionTexts options,
                 MarginDesign design, const MarginParams& params, const Dataset& data,
                 const LabelSpace& labels, TrainContext& context, const Model* from) {
  const bool free_bias = params.bias == Bias::free && from == nullptr;
  const double constant =
      constant_for(free_bias || params.bias == Bias::none ? params.bias : Bias::feature,
                   free_bias ? squared_lengths(rows) : std::vector<double>());
  TrainingRows<Real> prepared =
      training_rows<Real>(rows, constant, features_of_others(rows, context.peers));
  Problem<Real> problem = problem_of<Real>(design, params, data, labels);
  problem.rows = std::move(prepared.rows);
  problem.features = prepared.features.size();
  problem.constant = constant;
  if (from != nullptr) {
    const ModelParts known(*from);
    problem.anchor = std::make_shared<const WeightRows<Real>>(
        weights_for(prepared.features, known.weights_as<Real>(), known.features()));
  }

  const DeviceChoice device =
      device_for(params, design, free_bias, std::is_same_v<Real, float>, context);
  TrainContext on_device = context;
  on_device.device = &device;
  if constexpr (std::is_same_v<Real, float>) {
    if (context.peers.is_alone() &&
        is_large(problem, design, params, free_bias, context.most_row_bytes)) {
      return train_large(std::move(method), std::move(options), std::move(design), params,
                         std::move(problem), std::move(prepared.features), labels, on_device);
    }
  }
  LinearBackend<Real> backend(problem);
  TrainSummary summary = solve(problem, backend, design, params, free_bias, on_device);
  LearnedWeights<Real> learned{
      std::move(prepared.features),
      weights_of_model(backend.take(), problem.score_map, design.decoding)};
  if (constant != 0) scale_constant(learned.weights, constant);
  if (from != nullptr) learned = with_other_features(std::move(learned), *from);
  Model model =
      ModelBuilder(std::move(method), std::move(options), labels, std::move(design.attributes))
          .label_set_rule(design.label_set_rule)
          .decoding(design.decoding)
          .features(std::move(learned.features))
          .weights(std::move(learned.weights))
          .build();
  return {std::move(model), std::move(summary)};
}

}  // namespace

OptionTexts option_texts(const std::vector<Parameter>& parameters) {
  OptionTexts texts;
  for (const Parameter& p : parameters) texts.emplace_back(p.name, p.get());
  return texts;
}

Trained train_linear(std::string method, OptionTexts options, MarginDesign design,
                     const MarginParams& params, const Dataset& data, const LabelSpace& labels,
                     TrainContext& context, const Model* from) {
  const auto train = [&]<class Given>(const SparseRows<Given>& rows) {
    const bool is_double =
        from != nullptr ? from->precision() == Precision::double_ : std::is_same_v<Given, double>;
    const auto run = is_double ? train_on<double, Given> : train_on<float, Given>;
    return run(rows, std::move(method), std::move(options), std::move(design), params, data, labels,
               context, from);
  };
  return std::visit(train, data.rows());
}

}  // namespace clade::detail

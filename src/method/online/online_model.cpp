#include "method/online/online_model.h"

#include <memory>
#include <utility>
#include <variant>

#include "method/model_weights.h"
#include "model/model_builder.h"
#include "model/model_parts.h"

namespace clade::detail {

template <class Real>
OnlineResult<Real> result_of(const OnlineLearner<Real>& learner, std::size_t features) {
  OnlineResult<Real> result{learner.result(features), learner.steps(), std::nullopt};
  if (learner.is_averaging()) result.last = learner.last(features);
  return result;
}

template <class Real>
Model online_model(OnlineDesign design, const LabelSpace& labels, FeatureIndex features,
                   OnlineResult<Real> result) {
  ModelBuilder model(std::move(design.method), std::move(design.options), labels,
                     std::move(design.attributes));
  model.features(std::move(features)).weights(std::move(result.weights));
  if (result.steps) model.online_steps(*result.steps);
  if (result.steps && result.last) model.last_weights(std::move(*result.last));
  return model.build();
}

template <class Real>
void resume(OnlineLearner<Real>& learner, const Model& from, const FeatureIndex& features) {
  const ModelParts model(from);
  const OnlineState state = model.online() != nullptr ? *model.online() : OnlineState{};
  const auto rows = [&](const Weights& weights) {
    return weights_for(features, std::get<WeightView<Real>>(weights), model.features());
  };
  WeightRows<Real> weights = rows(model.weights());
  if (learner.is_averaging() && state.last) {
    learner.resume(rows(*state.last), &weights, state.steps);
  } else {
    learner.resume(std::move(weights), nullptr, state.steps);
  }
}

template OnlineResult<float> result_of(const OnlineLearner<float>&, std::size_t);
template OnlineResult<double> result_of(const OnlineLearner<double>&, std::size_t);
template Model online_model(OnlineDesign, const LabelSpace&, FeatureIndex, OnlineResult<float>);
template Model online_model(OnlineDesign, const LabelSpace&, FeatureIndex, OnlineResult<double>);
template void resume(OnlineLearner<float>&, const Model&, const FeatureIndex&);
template void resume(OnlineLearner<double>&, const Model&, const FeatureIndex&);

}  // namespace clade::detail

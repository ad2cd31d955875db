#include "model/model_builder.h"

#include "model/model_impl.h"
#include "model/number_range.h"

namespace clade::detail {

ModelBuilder::ModelBuilder(std::string method, OptionTexts options, LabelSpace labels,
                           ClassAttributes attributes)
    : model_(std::make_shared<Model::Impl>(
          Model::Impl{.method = std::move(method),
                      .options = std::move(options),
                      .label_space = std::move(labels),
                      .score_map = std::move(attributes.map),
                      .unit_names = std::move(attributes.unit_names)})) {}

ModelBuilder::ModelBuilder(const Model& model)
    : model_(std::make_shared<Model::Impl>(model.impl())) {}

ModelBuilder::ModelBuilder(ModelBuilder&&) noexcept = default;
ModelBuilder& ModelBuilder::operator=(ModelBuilder&&) noexcept = default;
ModelBuilder::~ModelBuilder() = default;

ModelBuilder& ModelBuilder::label_set_rule(LabelSetRule rule) {
  model_->label_set_rule = rule;
  return *this;
}

ModelBuilder& ModelBuilder::decoding(Decoding decoding) {
  model_->decoding = decoding;
  return *this;
}

ModelBuilder& ModelBuilder::features(FeatureIndex features) {
  model_->features = std::move(features);
  return *this;
}

template <class Real>
ModelBuilder& ModelBuilder::weights(std::shared_ptr<const WeightRows<Real>> weights) {
  model_->weights = weights->view();
  model_->weight_owner = std::move(weights);
  return *this;
}

ModelBuilder& ModelBuilder::weights(std::shared_ptr<const PackedWeights> weights) {
  model_->weights = weights->view();
  model_->weight_owner = std::move(weights);
  return *this;
}

ModelBuilder& ModelBuilder::support(std::shared_ptr<const SupportSet> support) {
  model_->support = std::move(support);
  return *this;
}

ModelBuilder& ModelBuilder::online_steps(std::uint64_t steps) {
  model_->online = OnlineState{steps, {}, {}};
  return *this;
}

template <class Real>
ModelBuilder& ModelBuilder::last_weights(WeightRows<Real> weights) {
  auto last = std::make_shared<const WeightRows<Real>>(std::move(weights));
  model_->online->last = last->view();
  model_->online->last_owner = std::move(last);
  return *this;
}

ModelBuilder& ModelBuilder::without_online_state() {
  model_->online.reset();
  return *this;
}

Model ModelBuilder::build() {
  check_weight_range(model_->weights);
  return Model(std::move(model_));
}

template ModelBuilder& ModelBuilder::weights(std::shared_ptr<const WeightRows<float>>);
template ModelBuilder& ModelBuilder::weights(std::shared_ptr<const WeightRows<double>>);
template ModelBuilder& ModelBuilder::last_weights(WeightRows<float>);
template ModelBuilder& ModelBuilder::last_weights(WeightRows<double>);

}  // namespace clade::detail

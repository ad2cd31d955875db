// The one way to make a model: methods say its parts by name.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clade/model.h"
#include "data/feature_index.h"
#include "linear/packed_weights.h"
#include "linear/weight_rows.h"
#include "model/support_set.h"
#include "taxonomy/attributes.h"

namespace clade::detail {

// Names and values of a method's options, as they go into the model file.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

class ModelBuilder {
 public:
  // A model without features, whose score of a class is its decision score and whose answer is the
  // best class, unless it is told otherwise.
  ModelBuilder(std::string method, OptionTexts options, LabelSpace labels,
               ClassAttributes attributes);
  // A copy of a model, to change some of its parts.
  explicit ModelBuilder(const Model& model);
  ModelBuilder(ModelBuilder&&) noexcept;
  ModelBuilder& operator=(ModelBuilder&&) noexcept;
  ~ModelBuilder();

  ModelBuilder& label_set_rule(LabelSetRule rule);
  ModelBuilder& decoding(Decoding decoding);
  ModelBuilder& features(FeatureIndex features);
  // A row of weights for every feature, or for every instance of the support and a constant.
  template <class Real>
  ModelBuilder& weights(std::shared_ptr<const WeightRows<Real>> weights);
  template <class Real>
  ModelBuilder& weights(WeightRows<Real> weights) {
    return this->weights(std::make_shared<const WeightRows<Real>>(std::move(weights)));
  }
  ModelBuilder& weights(std::shared_ptr<const PackedWeights> weights);
  // A kernel model: the instances that its weights belong to.
  ModelBuilder& support(std::shared_ptr<const SupportSet> support);
  // An online method can go on from the model, which has learned from so many examples.
  ModelBuilder& online_steps(std::uint64_t steps);
  // The weights after the last example, where those of the model are a mean.
  template <class Real>
  ModelBuilder& last_weights(WeightRows<Real> weights);
  // No online method can go on from it.
  ModelBuilder& without_online_state();

  // The builder is empty afterwards. Error{input} where a weight is no finite number.
  Model build();

 private:
  std::shared_ptr<Model::Impl> model_;
};

}  // namespace clade::detail

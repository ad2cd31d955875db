// What a model is made of, to read: for training that goes on from a model, and for commands that
// show one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "clade/model.h"
#include "data/feature_index.h"
#include "linear/weight_view.h"
#include "model/support_set.h"
#include "taxonomy/attributes.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

using Weights = std::variant<WeightView<float>, WeightView<double>>;

// What an online method needs to go on where it stopped; prediction does not look at it.
struct OnlineState {
  std::uint64_t steps = 0;  // examples that it learned from
  // The weights after the last of them, where those of the model are a mean; else nothing.
  std::optional<Weights> last;
  std::shared_ptr<const void> last_owner;  // keeps the memory behind `last`
};

// The references are valid as long as a copy of the model is.
class ModelParts {
 public:
  explicit ModelParts(const Model& model) : model_(model.impl()) {}

  const FeatureIndex& features() const;
  const ScoreMap& score_map() const;  // decisions are the classes
  ClassAttributes attributes() const;
  // Rows of the features, or of the support of a kernel and its constant.
  const Weights& weights() const;
  template <class Real>
  const WeightView<Real>& weights_as() const {
    return std::get<WeightView<Real>>(weights());
  }
  const SupportSet* support() const;  // null: the kernel is linear
  const OnlineState* online() const;  // null: it has none

 private:
  const Model::Impl& model_;
};

}  // namespace clade::detail

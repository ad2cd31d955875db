// Where an online learner ends: a model from which it can go on.
#pragma once

#include <cstdint>
#include <optional>

#include "clade/label_space.h"
#include "clade/model.h"
#include "data/feature_index.h"
#include "linear/weight_rows.h"
#include "method/online/online_design.h"
#include "solver/online/online_learner.h"

namespace clade::detail {

// What a learner leaves, in rows of the model's features.
template <class Real>
struct OnlineResult {
  WeightRows<Real> weights;
  std::optional<std::uint64_t> steps;    // nothing: no learner can go on from here
  std::optional<WeightRows<Real>> last;  // where `weights` are a mean
};
// Of the first `features` features.
template <class Real>
OnlineResult<Real> result_of(const OnlineLearner<Real>& learner, std::size_t features);

template <class Real>
Model online_model(OnlineDesign design, const LabelSpace& labels, FeatureIndex features,
                   OnlineResult<Real> result);

// Brings a learner of these features, which has seen no example yet, to where the model ended.
template <class Real>
void resume(OnlineLearner<Real>& learner, const Model& from, const FeatureIndex& features);

}  // namespace clade::detail

// The weights of a model in the rows of other features, to learn further.
#pragma once

#include "data/feature_index.h"
#include "linear/weight_rows.h"

namespace clade::detail {

// The features of both, in order.
FeatureIndex joined(const FeatureIndex& a, const FeatureIndex& b);

// `weights` has a row for every feature of `own`; those of `features` that are not among them get
// zeros.
template <class Real>
WeightRows<Real> weights_for(const FeatureIndex& features, const WeightView<Real>& weights,
                             const FeatureIndex& own);

// Puts the rows of the features `own`, which are among `features`, in the place of those in
// `weights`.
template <class Real>
void replace_rows(WeightRows<Real>& weights, const FeatureIndex& features,
                  const WeightView<Real>& rows, const FeatureIndex& own);

}  // namespace clade::detail

// The rows of a dataset as a solver wants them: features numbered without gaps, with the constant
// feature where there is one.
#pragma once

#include "clade/dataset.h"
#include "data/feature_index.h"
#include "method/margin_params.h"

namespace clade {

template <class Real>
struct TrainingRows {
  FeatureIndex features;
  SparseRows<Real> rows;
};

template <class Real>
TrainingRows<Real> training_rows(const SparseRows<Real>& rows, Bias bias);

}  // namespace clade

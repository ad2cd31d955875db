// The rows of a dataset as a solver wants them: features numbered without gaps, with the constant
// feature where there is one.
#pragma once

#include "data/feature_index.h"
#include "data/sparse_rows.h"
#include "method/margin/margin_params.h"

namespace clade::detail {

template <class Real>
struct TrainingRows {
  FeatureIndex features;
  SparseRows<Real> rows;
};

// With the features of the rows and those that are known already. `constant`: the value of the
// constant feature; 0: there is none.
template <class Real, class From>
TrainingRows<Real> training_rows(const SparseRows<From>& rows, double constant,
                                 const FeatureIndex& known = {});

// With a precomputed kernel, where feature j is instance j. Error{input} where the rows are not
// those of a symmetric matrix.
template <class Real>
TrainingRows<Real> gram_rows(const SparseRows<Real>& rows);

}  // namespace clade::detail

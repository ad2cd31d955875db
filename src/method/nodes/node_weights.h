// The weights of many small models, one for each inner node, in the rows of one large model.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>

#include "clade/model.h"
#include "data/feature_index.h"
#include "linear/aligned_array.h"
#include "linear/weight_rows.h"

namespace clade::detail {

// The weights of a part of a model's units, in rows of these features: what learning further at one
// node begins with. Features that the model does not have get zeros.
template <class Real>
WeightRows<Real> weights_of_units(const Model& model, const FeatureIndex& features,
                                  std::size_t first_unit, std::size_t units);

template <class Real>
class NodeWeights {
 public:
  NodeWeights(FeatureIndex features, WeightRows<Real> start);

  // Adds `factor` times the weights of a model, whose units are those from `first_unit` on and
  // whose features are among these. Several threads may do so at once.
  void add(const FeatureIndex& features, const WeightView<Real>& weights, std::size_t first_unit,
           Real factor = 1);

  const FeatureIndex& features() const { return features_; }
  WeightRows<Real> take() { return std::move(weights_); }
  void state(State& s) { s(weights_); }

 private:
  FeatureIndex features_;
  WeightRows<Real> weights_;
  std::mutex mutex_;
  AlignedArray<Real> change_;  // over all units, zero between calls
};

}  // namespace clade::detail

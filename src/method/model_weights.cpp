#include "method/model_weights.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace clade::detail {

FeatureIndex joined(const FeatureIndex& a, const FeatureIndex& b) {
  std::vector<std::uint32_t> all;
  all.reserve(std::max(a.size(), b.size()));
  std::set_union(a.indices().begin(), a.indices().end(), b.indices().begin(), b.indices().end(),
                 std::back_inserter(all));
  return FeatureIndex(std::move(all));
}

// Rows of zeros are not written: they would become real memory.
template <class Real>
WeightRows<Real> weights_for(const FeatureIndex& features, const WeightView<Real>& weights,
                             const FeatureIndex& own) {
  WeightRows<Real> result(features.size(), weights.units);
  std::vector<Real> row(weights.units);
  for (std::size_t j = 0; j < own.size(); ++j) {
    const std::uint32_t number = features.find(own.indices()[j]);
    if (number == FeatureIndex::unknown) continue;
    weights.copy_row(j, row);
    const bool is_zero = std::all_of(row.begin(), row.end(), [](Real w) { return w == Real{0}; });
    if (!is_zero) result.set_row(number, row);
  }
  return result;
}

template <class Real>
void replace_rows(WeightRows<Real>& weights, const FeatureIndex& features,
                  const WeightView<Real>& rows, const FeatureIndex& own) {
  std::vector<Real> row(rows.units);
  for (std::size_t j = 0; j < own.size(); ++j) {
    rows.copy_row(j, row);
    weights.set_row(features.find(own.indices()[j]), row);
  }
}

template WeightRows<float> weights_for(const FeatureIndex&, const WeightView<float>&,
                                       const FeatureIndex&);
template WeightRows<double> weights_for(const FeatureIndex&, const WeightView<double>&,
                                        const FeatureIndex&);
template void replace_rows(WeightRows<float>&, const FeatureIndex&, const WeightView<float>&,
                           const FeatureIndex&);
template void replace_rows(WeightRows<double>&, const FeatureIndex&, const WeightView<double>&,
                           const FeatureIndex&);

}  // namespace clade::detail

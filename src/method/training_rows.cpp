#include "method/training_rows.h"

#include <vector>

namespace clade {

template <class Real>
TrainingRows<Real> training_rows(const SparseRows<Real>& rows, Bias bias) {
  TrainingRows<Real> result;
  result.features = FeatureIndex::of(rows, bias == Bias::feature);
  const std::size_t constants = bias == Bias::feature ? rows.size() : 0;
  result.rows.reserve(rows.size(), rows.nonzeros() + constants);
  std::vector<BasicFeature<Real>> row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    localise<Real, Real>(rows.row(i), result.features, row);
    for (const auto& feature : row) result.rows.push(feature);
    result.rows.end_row();
  }
  return result;
}

template TrainingRows<float> training_rows(const SparseRows<float>&, Bias);
template TrainingRows<double> training_rows(const SparseRows<double>&, Bias);

}  // namespace clade

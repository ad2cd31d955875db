#include "method/training_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#include "base/fail.h"
#include "data/sparse_row.h"
#include "method/model_weights.h"

namespace clade::detail {

namespace {

// Values that were written with few digits may differ in the last one.
template <class Real>
void check_symmetric(const SparseRows<Real>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& f : rows.row(i)) {
      const auto other = static_cast<Real>(value_at<Real>(rows.row(f.index), i));
      const Real size = std::max({std::abs(f.value), std::abs(other), Real{1}});
      if (std::abs(f.value - other) <= Real{1e-5F} * size) continue;
      fail(ErrorKind::input,
           "`kernel=precomputed`: the kernel of examples {} and {} is {} in the row of the first "
           "and {} in that of the second; expected a symmetric matrix",
           i, f.index, f.value, other);
    }
  }
}

}  // namespace

template <class Real, class From>
TrainingRows<Real> training_rows(const SparseRows<From>& rows, double constant,
                                 const FeatureIndex& known) {
  TrainingRows<Real> result;
  if constexpr (std::is_same_v<Real, From>) {
    if (rows.compact() && constant == 0 && known.size() == 0) {
      return {FeatureIndex(rows.compact()->indices), rows.compact()->rows};
    }
  }
  result.features = FeatureIndex::of(rows, constant != 0);
  if (known.size() > 0) result.features = joined(result.features, known);
  result.rows.reserve(rows.size(), rows.nonzeros() + (constant != 0 ? rows.size() : 0));
  std::vector<BasicFeature<Real>> row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    map_to_model<From, Real>(rows.row(i), result.features, row);
    if (constant != 0) row.front().value = static_cast<Real>(constant);
    for (const auto& feature : row) result.rows.push(feature);
    result.rows.end_row();
  }
  return result;
}

template <class Real>
TrainingRows<Real> gram_rows(const SparseRows<Real>& rows) {
  TrainingRows<Real> result;
  std::vector<std::uint32_t> indices(rows.size());
  std::iota(indices.begin(), indices.end(), 1U);
  result.features = FeatureIndex(std::move(indices));
  result.rows.reserve(rows.size(), rows.nonzeros());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& f : rows.row(i)) {
      if (f.index > rows.size()) {
        fail(ErrorKind::input,
             "`kernel=precomputed`: example {} has index {}, expected at most {}, the number of "
             "training examples",
             i, f.index, rows.size());
      }
      result.rows.push({f.index - 1, f.value});
    }
    result.rows.end_row();
  }
  check_symmetric(result.rows);
  return result;
}

template TrainingRows<float> training_rows(const SparseRows<float>&, double, const FeatureIndex&);
template TrainingRows<float> training_rows(const SparseRows<double>&, double, const FeatureIndex&);
template TrainingRows<double> training_rows(const SparseRows<float>&, double, const FeatureIndex&);
template TrainingRows<double> training_rows(const SparseRows<double>&, double, const FeatureIndex&);
template TrainingRows<float> gram_rows(const SparseRows<float>&);
template TrainingRows<double> gram_rows(const SparseRows<double>&);

}  // namespace clade::detail

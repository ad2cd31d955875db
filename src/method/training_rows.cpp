#include "method/training_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace clade {

namespace {

// The best C moves with the square of the rows' length.
void warn_about_length(std::vector<double>& squared_lengths, const MarginParams& params,
                       Reporter& reporter) {
  if (squared_lengths.empty() || params.normalize == Normalize::unit) return;
  const auto middle =
      squared_lengths.begin() + static_cast<std::ptrdiff_t>(squared_lengths.size() / 2);
  std::nth_element(squared_lengths.begin(), middle, squared_lengths.end());
  const double median = std::sqrt(*middle);
  if (median == 0 || (median > 0.5 && median < 2)) return;
  reporter.on_warning(
      fmt::format("the median length of a row is {:.3g}, and --C {} is meant for rows of length 1; "
                  "use --normalize unit, or choose C with care (about {:.2g} would match)",
                  median, params.C, params.C / (median * median)));
}

}  // namespace

template <class Real>
TrainingRows<Real> training_rows(const SparseRows<Real>& rows, const MarginParams& params,
                                 Reporter& reporter) {
  TrainingRows<Real> result;
  result.features = FeatureIndex::of(rows, params.bias == Bias::feature);
  result.rows.reserve(rows.size(), rows.nonzeros());
  std::vector<BasicFeature<Real>> row;
  std::vector<double> squared_lengths;
  squared_lengths.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double squared = 0;
    for (const auto& f : rows.row(i)) {
      squared += static_cast<double>(f.value) * static_cast<double>(f.value);
    }
    squared_lengths.push_back(squared);
    localise<Real, Real>(rows.row(i), result.features, params.normalize == Normalize::unit, row);
    for (const auto& feature : row) result.rows.push(feature);
    result.rows.end_row();
  }
  warn_about_length(squared_lengths, params, reporter);
  return result;
}

template TrainingRows<float> training_rows(const SparseRows<float>&, const MarginParams&,
                                           Reporter&);
template TrainingRows<double> training_rows(const SparseRows<double>&, const MarginParams&,
                                            Reporter&);

}  // namespace clade

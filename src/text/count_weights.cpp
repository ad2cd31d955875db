#include "text/count_weights.h"

namespace clade::detail {

CountWeights::CountWeights(CountRules rules, std::span<const std::uint32_t> features,
                           std::span<const double> factors, std::size_t names)
    : rules_(rules), of_name_(names, std::numeric_limits<double>::quiet_NaN()) {
  for (std::size_t count = 0; count < small_counts; ++count) {
    of_count_[count] = weight_of_count(rules.weighting, static_cast<double>(count));
  }
  for (std::size_t i = 0; i < features.size(); ++i) {
    const double factor = factors.empty() ? 1 : factors[i];
    const std::size_t name = features[i] - FeatureNames::first_index;
    if (features[i] >= FeatureNames::first_index && name < names) {
      of_name_[name] = factor;
    } else {
      numbers_.add(features[i]);
      of_number_.push_back(factor);
    }
  }
}

}  // namespace clade::detail

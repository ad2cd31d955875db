// What becomes of the counts of a row: the weight of each count times the factor of its feature.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/threads.h"
#include "data/feature_names.h"
#include "data/sparse_rows.h"
#include "text/counts.h"
#include "text/feature_table.h"
#include "text/weighting.h"

namespace clade::detail {

struct CountRules {
  Weighting weighting = Weighting::none;
  CountedFeatures counted = CountedFeatures::none;
  int hash_bits = 0;
};

// Immutable; safe to use from several threads.
class CountWeights {
 public:
  // `features` are counted and kept, `factors` theirs (empty: all 1), `names` how many names there
  // are.
  CountWeights(CountRules rules, std::span<const std::uint32_t> features,
               std::span<const double> factors, std::size_t names);

  // False for a feature that drops out: a count of something that training did not keep.
  template <class Real>
  bool weigh(BasicFeature<Real>& feature) const {
    const double factor = factor_of(feature.index);
    if (std::isnan(factor)) {
      return !is_unknown_count(feature.index, rules_.counted, rules_.hash_bits);
    }
    if (std::isnan(feature.value)) return false;
    const double weight = weight_of(static_cast<double>(feature.value)) * factor;
    constexpr auto largest = static_cast<double>(std::numeric_limits<Real>::max());
    feature.value = static_cast<Real>(std::min(weight, largest));
    return true;
  }

  // All rows: features get the index new_index(index), or drop out where that is `unknown`, and are
  // weighed; then rows get length 1 where asked for.
  template <class Real, class NewIndex>
  void apply(SparseRows<Real>& rows, bool to_unit, ThreadPool* pool, NewIndex new_index) const {
    const auto edit = [&](std::span<BasicFeature<Real>> row) {
      std::size_t kept = 0;
      for (BasicFeature<Real> feature : row) {
        feature.index = new_index(feature.index);
        if (feature.index != FeatureNames::unknown && weigh(feature)) row[kept++] = feature;
      }
      if (to_unit) scale_to_unit_length(row.first(kept));
      return kept;
    };
    rows.edit_rows(edit, pool);
  }

 private:
  static constexpr std::size_t small_counts = 64;

  // NaN for a feature that is not among those that were counted and kept.
  double factor_of(std::uint32_t index) const {
    const std::size_t name = index - FeatureNames::first_index;
    if (index >= FeatureNames::first_index && name < of_name_.size()) return of_name_[name];
    const std::uint32_t number = numbers_.find(index);
    return number == FeatureTable::none ? std::numeric_limits<double>::quiet_NaN()
                                        : of_number_[number];
  }
  // Most counts are small whole numbers, whose logarithms are known.
  double weight_of(double count) const {
    if (count >= 0 && count < static_cast<double>(small_counts)) {
      const auto whole = static_cast<std::size_t>(count);
      if (static_cast<double>(whole) == count) return of_count_[whole];
    }
    return weight_of_count(rules_.weighting, count);
  }

  CountRules rules_;
  std::array<double, small_counts> of_count_{};
  std::vector<double> of_name_;  // factors of named features
  FeatureTable numbers_;         // of other features
  std::vector<double> of_number_;
};

}  // namespace clade::detail

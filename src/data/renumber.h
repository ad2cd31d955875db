// Other numbers for the named features of rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "data/feature_names.h"
#include "data/sparse_rows.h"

namespace clade {

inline bool is_named(std::uint32_t index, std::size_t names) {
  return index >= FeatureNames::first_index && index - FeatureNames::first_index < names;
}

// Gives the features with a name the number in `numbers`, by old number, and drops those that have
// none there. Returns how many it dropped.
template <class Real>
std::size_t renumber(SparseRows<Real>& rows, std::span<const std::uint32_t> numbers) {
  std::size_t dropped = 0;
  rows.edit_rows([&](std::span<BasicFeature<Real>> row) {
    std::size_t kept = 0;
    for (BasicFeature<Real> feature : row) {
      if (is_named(feature.index, numbers.size())) {
        feature.index = numbers[feature.index - FeatureNames::first_index];
      }
      if (feature.index != FeatureNames::unknown) row[kept++] = feature;
    }
    dropped += row.size() - kept;
    const auto left = row.first(kept);
    std::sort(left.begin(), left.end(),
              [](const auto& a, const auto& b) { return a.index < b.index; });
    return kept;
  });
  return dropped;
}

}  // namespace clade

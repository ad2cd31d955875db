// Arithmetic on one or two sparse rows, in double.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "clade/features.h"

namespace clade::detail {

template <class Real>
double inner_product(BasicSparseRow<Real> a, BasicSparseRow<Real> b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::uint32_t p = a[i].index, q = b[j].index;
    if (p == q) sum += static_cast<double>(a[i].value) * static_cast<double>(b[j].value);
    i += p <= q ? 1 : 0;
    j += q <= p ? 1 : 0;
  }
  return sum;
}

template <class Real>
double squared_length(BasicSparseRow<Real> row) {
  double sum = 0;
  for (const auto& f : row) sum += static_cast<double>(f.value) * static_cast<double>(f.value);
  return sum;
}

// 0 where the row does not have the feature.
template <class Real>
double value_at(BasicSparseRow<Real> row, std::size_t feature) {
  const auto found =
      std::lower_bound(row.begin(), row.end(), feature,
                       [](const BasicFeature<Real>& f, std::size_t j) { return f.index < j; });
  return found != row.end() && found->index == feature ? static_cast<double>(found->value) : 0;
}

}  // namespace clade::detail

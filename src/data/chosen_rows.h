// Some of the rows, in an order of their own.
#pragma once

#include <cstddef>
#include <span>

#include "data/sparse_rows.h"

namespace clade {

template <class Real>
SparseRows<Real> chosen_rows(const SparseRows<Real>& rows, std::span<const std::size_t> indices) {
  std::size_t nonzeros = 0;
  for (const std::size_t i : indices) nonzeros += rows.row(i).size();
  SparseRows<Real> result;
  result.reserve(indices.size(), nonzeros);
  for (const std::size_t i : indices) {
    for (const BasicFeature<Real>& feature : rows.row(i)) result.push(feature);
    result.end_row();
  }
  return result;
}

}  // namespace clade

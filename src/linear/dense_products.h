// Products of matrices for rows that have a value for nearly every feature: several rows at a time,
// so that every weight is read once for all of them.
#pragma once

#include <cstddef>
#include <span>

namespace clade::detail {

// scores_r = sum over the features j of x_rj (row j of the weights), for rows x_r of `features`
// numbers; rows of weights, and of scores, are `stride` apart. Sums go from the first feature to
// the last.
template <class Real>
void multiply_rows(const Real* weights, std::size_t stride, std::size_t features,
                   std::span<const Real* const> rows, Real* scores);

// <x, y> for two such rows.
template <class Real>
Real dense_product(const Real* x, const Real* y, std::size_t features);

// scores += factor * change, for numbers of whole cache lines.
template <class Real>
void add_scaled(Real factor, const Real* change, std::size_t size, Real* scores);

}  // namespace clade::detail

// A penalty on the inner products of the weights of nodes with those of their ancestors.
//
//   Omega(w) = 1/2 sum_ij K_ij |w_i.w_j|                                      (orthogonal Eq. 5)
//
// over the decisions of a problem, K zero between nodes of which neither is an ancestor of the
// other. It is convex where the comparison matrix of K is positive semidefinite (Thm. 1).
#pragma once

#include <cstddef>
#include <span>

#include "base/threads.h"
#include "linear/weight_rows.h"
#include "solver/problem/problem.h"
#include "taxonomy/ancestor_form.h"

namespace clade::detail {

struct ProductRegulariser {
  AncestorPairs pairs;
  AncestorForm interaction_weights;  // K

  // Omega, from the inner products.
  double operator()(const AncestorForm& products) const;
  // K o S: the signs are by pair, each from -1 to 1.
  AncestorForm with_signs(std::span<const double> signs) const;
};

// w_i.w_j of the nodes with themselves and with their ancestors, w = M u for the backend's weights
// u. Free biases are no part of them. The same for any number of threads.
template <class Backend>
AncestorForm node_products(const Problem<typename Backend::Real>& problem, const Backend& backend,
                           const AncestorPairs& pairs, bool free_bias, ThreadPool& pool);

// The same for nodes that have weights of their own, over the features from `first` on.
template <class Real>
AncestorForm weight_products(const WeightRows<Real>& weights, const AncestorPairs& pairs,
                             std::size_t first, ThreadPool& pool);

}  // namespace clade::detail

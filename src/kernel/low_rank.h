// A Gram matrix as the product of few columns: K = L L' + R, by Cholesky's method with pivots.
//
// Smooth kernels of few features have quickly falling eigenvalues: some tens of columns leave
// nothing of K that double precision could tell. R is positive semidefinite as K is, so that
// |R_ij|^2 <= R_ii R_jj: its diagonal bounds all of it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernel/gram_rows.h"

namespace clade::detail {

struct LowRank {
  std::size_t rank = 0;
  std::vector<double> factor;    // L, by instance
  std::vector<double> residual;  // the diagonal of R, with what rounding may have taken from it

  const double* row(std::size_t i) const { return factor.data() + i * rank; }
};

// The least columns that leave at most `largest_residual` of every diagonal entry, or as much as
// rounding makes of it; nothing where that takes more than `most_columns`, or where K is not
// positive semidefinite by its kind.
template <class Real>
std::optional<LowRank> low_rank(const GramRows<Real>& gram, double largest_residual,
                                std::size_t most_columns);

}  // namespace clade::detail

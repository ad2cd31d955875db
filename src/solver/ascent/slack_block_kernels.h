// The two ways to raise the dual objective of a block with one slack (slack_block_kernels.cpp).
#pragma once

#include <functional>

#include "solver/ascent/shared_slack_step.h"
#include "solver/problem/class_gram.h"

namespace clade::detail {

// Flat classes with equal losses: exact.
template <class Real>
void ascend_simplex(SlackBlock<Real>& block);

// Any taxonomy: steps between two variables until the violation is below `tolerance`.
// `make_row(c)` fills row c of the Hessian.
template <class Real>
void ascend_pairs(SlackBlock<Real>& block, double tolerance,
                  const std::function<void(std::size_t)>& make_row);

// row c of the Hessian where all variables have the same plus: ||x||^2 scale_c scale_b (own -
// with_plus_b + G(minus_c, minus_b)) with G's row of minus_c.
template <class Real>
void fill_hessian_row(SlackBlock<Real>& block, std::size_t c, double own, const float* gram_row);

}  // namespace clade::detail

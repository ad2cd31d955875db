// TREELOSS (orthogonal sec. 5): margins of half the tree distance, against nodes at every level.
//
//   min 1/2 sum_i ||u_i||^2 + C/N sum_k xi_k
//   with F(x_k, y_k) - F(x_k, y) >= 1 - xi_k / Delta(y_k, y),  F(x, y) = sum of <u_i, x> over the
//   nodes i from below the root down to y
//
// for every node y but the root (--candidates all), or every leaf.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_treeloss();

}  // namespace clade

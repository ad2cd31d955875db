// Hierarchical transfer (orthogonal sec. 5): topdown-svm without biases, where a node's weights are
// also held to those of its parent.
//
//   min 1/2 sum_i (||w_i||^2 + sum over the children j of i ||w_i - w_j||^2) + C/N sum_k xi_k
//
// over all nodes but the root, margins between siblings along the path.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_transfer();

}  // namespace clade

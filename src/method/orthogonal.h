// Orthogonal transfer (orthogonal Eq. 4): topdown-svm without biases, where a node's weights are
// held to the right angle with those of its ancestors.
//
//   min 1/2 sum_ij K_ij |w_i.w_j| + C/N sum_k xi_k
//
// over all nodes but the root, margins between siblings along the path.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_orthogonal();

}  // namespace clade

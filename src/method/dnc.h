// Divide and conquer: at every inner node a flat problem of its own over the node's children, from
// the examples that have a label below the node, and predictions from the root down (thesis 7.4.2).
// With the svm at each node p and its N_p examples
//
//   min 1/2 sum_j ||w_j||^2 + C sum_i xi_i      with  <w_t - w_j, x_i> >= 1 - xi_i
//
// over the children j of p and the child t that leads to the label; nothing ties nodes together.
// That is HPSI's SHSVM; with C/N_p the HIERMULT of the orthogonal paper (Eq. 12 at every inner
// node), and with Hieron at the nodes the greedy of Hieron sec. 5.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_dnc();
std::unique_ptr<Method> make_hiermult();  // dnc with the svm and C/N of the node

}  // namespace clade

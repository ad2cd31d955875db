// Psi-learning from the root down (HPSI Eq. 3): topdown-svm with a loss that no example can raise
// above C, however wrong it is. `psi` is the flat form, of Liu and Shen.
//
//   min 1/2 sum_j ||w_j||^2 + C sum_i psi(u_i),   psi(u) = (1 - u)+ - (-u)+
//
// u_i as in topdown_svm.h; flat: the smallest f_y(x_i) - f_r(x_i) of the label y over the other
// classes r. The problem is not convex: a sequence of convex ones (solver/difference_convex.h), of
// which the first is topdown-svm, leads to a point from which no further one goes down.
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_topdown_psi();
std::unique_ptr<Method> make_psi();  // topdown-psi --flat

}  // namespace clade

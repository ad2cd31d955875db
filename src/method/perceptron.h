// The Perceptron with a taxonomy: the label of the lowest score against the other class of the
// highest, and where that order is wrong
//   w += Delta(y,r) (Lambda(y) - Lambda(r)) (x) x
// (thesis Alg. 4; averaged Alg. 6; Minover Alg. 7; flat Alg. 3).
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_perceptron();

}  // namespace clade

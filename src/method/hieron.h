// Hieron: every node v of the tree is a class, with the prototype W^v = sum of w^u over the nodes u
// from below the root down to v, and a wrong guess asks for a margin of the root of its distance:
//   loss = (W^r x - W^y x + sqrt(gamma(y,r)))+      (Hieron 5)
//   w^v +-= loss / (gamma(y,r) ||x||^2) x           (Hieron 8: + on y's side of the path, - on r's)
// Online the guess r is what the model predicts (Alg. 1), averaged it is the class of the largest
// loss, and the result is the mean of all weights (sec. 4, Eq. 13).
#pragma once

#include <memory>

#include "clade/method.h"

namespace clade {

std::unique_ptr<Method> make_hieron();

}  // namespace clade

// Online learning over ranks: each goes through its own examples, and after every epoch all go on
// from the mean of their weights (iterative parameter mixing, McDonald et al. 2010).
#pragma once

#include "base/communicator.h"
#include "solver/online/online_learner.h"

namespace clade::detail {

// The last weights become those of the mean rank, the averaged ones the mean over the steps of all
// ranks. All learners have the same features.
template <class Real>
void mix(OnlineLearner<Real>& learner, Communicator& peers);

}  // namespace clade::detail

// The scales of a nested softmax from held-out examples.
#pragma once

#include <vector>

#include "base/threads.h"
#include "measure/held_out.h"
#include "model/nested_softmax.h"

namespace clade::detail {

// By level from 1: from the deepest up, the scale that makes the true choices between siblings most
// likely, given those below. The truth is taken for a little less than certain, so that the scale
// is finite where every choice is right. A level without a choice gets that of the level below.
std::vector<double> fit_scales(const NestedSoftmax& softmax, const HeldOut& examples,
                               ThreadPool& pool);

// By level from 1: how sure the choices are whose values these scales make, as most likely under a
// weak pull towards a softmax of the same scale. `frequencies` is by class.
std::vector<Calibration::Choice> fit_choices(const NestedSoftmax& softmax, const HeldOut& examples,
                                             std::span<const double> scales,
                                             std::span<const double> frequencies, ThreadPool& pool);

}  // namespace clade::detail

// --C auto: the value of C that does best on held-out examples.
#pragma once

#include "base/train_context.h"
#include "clade/label_space.h"
#include "data/dataset.h"
#include "method/margin/margin_params.h"
#include "method/margin/train_linear.h"

namespace clade::detail {

// By the average precision over stratified folds, which the seed cuts; accuracy decides between
// equals, then nearness to the first value. The values are 1, 2, 5, 10 ... up and down from the one
// that suits the length of the rows, at most 13, in each direction until two in a row are no better
// than the best. Every value is reported. A run that was asked to stop gets the best so far: it
// must ask again.
// Error{input} where there are too few examples.
double choose_C(const MarginDesign& design, const MarginParams& params, const Dataset& data,
                const LabelSpace& labels, TrainContext& context);

}  // namespace clade::detail

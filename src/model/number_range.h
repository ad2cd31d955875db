// Numbers that left the range of their type are refused with a way out: they are neither kept in a
// model nor given as an answer.
#pragma once

#include <span>

#include "clade/model.h"
#include "model/model_impl.h"

namespace clade::detail {

// Error{input} where a weight is infinite or not a number.
void check_weight_range(const Weights& weights);

// The same for the scores of one record. Where a model goes from the root down, the margin of a
// node without siblings on its way is infinite.
void check_score_range(const Model& model, std::span<const double> scores);
void check_score_range(const Model& model, std::span<const Prediction> predictions);

}  // namespace clade::detail

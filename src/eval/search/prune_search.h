// The smallest pruned model that is about as accurate as the whole one.
#pragma once

#include "base/threads.h"
#include "data/dataset.h"
#include "model/prune.h"

namespace clade::detail {

// The share of the labelled instances whose best class is one of their labels. Error{input} where
// there is none.
double accuracy_of(const Model& model, const Dataset& data, ThreadPool& pool);

struct PruneGoal {
  double accuracy = 0;  // at least
  PackedNumbers numbers = PackedNumbers::half;
};
struct PrunedToGoal {
  Model model;
  double share = 1;  // of the weights that stay
  double accuracy = 0;
};
// Halves the range of shares in which the goal is reached for the last time, down to a thousandth
// of the weights; accuracy need not fall evenly, so that a smaller model may exist. Error{usage}
// where even all weights do not suffice in this precision.
PrunedToGoal prune_to_goal(const Model& model, const WeightMagnitudes& magnitudes,
                           const Dataset& data, const PruneGoal& goal, ThreadPool& pool);

}  // namespace clade::detail

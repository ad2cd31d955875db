// Intervals of metrics, from instances drawn with replacement.
#pragma once

#include <span>
#include <vector>

#include "base/threads.h"
#include "clade/metrics.h"
#include "measure/set_counts.h"

namespace clade::detail {

// What the predicted set of an instance was.
struct SetOutcome {
  std::vector<ClassId> truth, predicted;  // sorted
  Overlap nodes;                          // node_overlap of the two
};

// Of the metrics of predicted sets that the evaluation has. `counted`: the classes of macro_f1. The
// result does not depend on the number of threads.
void add_set_intervals(std::span<const SetOutcome> outcomes, const std::vector<bool>& counted,
                       Evaluation& evaluation, ThreadPool& pool);

// Of the metrics of Evaluation::per_instance that have none yet.
void add_mean_intervals(Evaluation& evaluation, ThreadPool& pool);

}  // namespace clade::detail

// The metrics of predicted sets.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "measure/set_counts.h"

namespace clade::detail {

// In the order of docs/METRICS.md. `counted`: the classes of macro_f1; weighted_f1 where every
// instance has one label.
std::vector<std::pair<std::string, double>> set_measures(const SetCounts& sets,
                                                         const std::vector<bool>& counted,
                                                         bool single_label);

}  // namespace clade::detail

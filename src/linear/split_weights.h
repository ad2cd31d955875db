// The former names, for what still uses them.
#pragma once

#include "linear/hybrid_weights.h"

namespace clade::detail {

using SplitRows = HybridRows;
using SplitWeights = HybridWeights;
using SplitRowsView = HybridWeightsView;

}  // namespace clade::detail

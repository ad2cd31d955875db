// The dual variables: for every instance the constraints that are active.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/problem/constraint_set.h"

namespace clade::detail {

struct DualVariable {
  Decision plus;
  Decision minus;
  double scale;  // Delta^(1/p)
  double beta;   // alpha / scale, above zero
};

// In the order in which the constraint set enumerates where every constraint has its own slack.
using Duals = std::vector<std::vector<DualVariable>>;

// From one training to the next, which differs in C alone.
struct KeptDuals {
  Duals duals;  // empty: there was none yet
};

}  // namespace clade::detail

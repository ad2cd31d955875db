// Constraints between the classes of a label space.
#pragma once

#include <memory>
#include <string>

#include "clade/dataset.h"
#include "clade/label_space.h"
#include "solver/constraint_set.h"

namespace clade {

// Every label of an example against every other class (thesis 4.10; CIKM 24), losses from `loss`.
ConstraintSet ranking_constraints(const Dataset& data, const LabelSpace& labels,
                                  const std::string& loss);

// Every class against zero: labels above it, the others below (CIKM 22).
ConstraintSet binary_constraints(const Dataset& data, const LabelSpace& labels);

}  // namespace clade

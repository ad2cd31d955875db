// The nodes of a tree as methods compare them that go from the root down.
#pragma once

#include "clade/dataset.h"
#include "clade/label_space.h"
#include "solver/constraint_set.h"
#include "taxonomy/attributes.h"

namespace clade {

// A unit of strength 1 for every node but the root on the path to a class. Units are all nodes but
// the root, in their order.
ClassAttributes path_attributes(const LabelSpace& labels);

// Every node on the path to an example's label against its siblings; decisions are the units of
// path_attributes. Error{input} for a taxonomy that is not a tree and for examples of several
// labels, Error{usage} where every node is a class.
ConstraintSet sibling_constraints(const Dataset& data, const LabelSpace& labels);

}  // namespace clade

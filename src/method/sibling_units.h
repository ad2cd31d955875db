// The units of methods that compare siblings: all nodes but the root.
#pragma once

#include <string>
#include <vector>

#include "clade/label_space.h"
#include "solver/problem/constraint_set.h"

namespace clade::detail {

// Error{input} for a taxonomy that is not a tree, Error{usage} where every node is a class: what no
// method that goes from the root down can use.
void check_goes_down(const LabelSpace& labels);

// The unit of every node, by node; constant_zero for the root. Siblings have units one behind the
// other, in the order of the parent's children, so that what a descent reads lies together.
std::vector<Decision> sibling_units(const Taxonomy& taxonomy);

// The node of every unit.
std::vector<NodeId> sibling_unit_nodes(const Taxonomy& taxonomy);

// The names of the units' nodes.
std::vector<std::string> sibling_unit_names(const Taxonomy& taxonomy);

}  // namespace clade::detail

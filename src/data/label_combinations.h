// Several labels as one: a new category for every set of labels that occurs together (HPSI 4.2).
#pragma once

#include <string>

#include "clade/label_space.h"
#include "data/dataset.h"

namespace clade::detail {

struct LabelCombinations {
  Dataset data;  // every example has one label, or none
  LabelSpace labels;
};

// The category of a set is a terminal child, named "a & b", of the deepest node that is above all
// labels of the set; one that the label space has already is used. `predictable` says whether new
// ones may be guessed. Error{input} where the taxonomy is no tree.
LabelCombinations combine_labels(const Dataset& data, const LabelSpace& labels, bool predictable);

}  // namespace clade::detail

// Labels of new data against the classes that a model has.
#pragma once

#include "clade/dataset.h"
#include "clade/label_space.h"

namespace clade::cli {

// Error{input} at its place for a label that is no class of the model: with the nearest known name
// where it is no node, with the reason where it is one.
void check_known_labels(const Records& records, const LabelSpace& labels);

}  // namespace clade::cli

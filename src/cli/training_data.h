// What `train` does between reading records and training: leaving out what cannot be used, and
// telling the user about what looks like a mistake.
#pragma once

#include <cstddef>

#include "clade/dataset.h"
#include "clade/label_space.h"
#include "clade/reporter.h"

namespace clade::cli {

// Takes out the records without a label, in place; returns how many there were.
std::size_t drop_unlabelled(Records& records);

// Error{input} where there is nothing to learn; warnings for classes without examples and for
// instances that carry every class.
void check_labels(const Dataset& data, const LabelSpace& labels, Reporter& reporter);

}  // namespace clade::cli

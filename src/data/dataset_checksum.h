// What tells one set of examples from another.
#pragma once

#include <string>

#include "clade/label_space.h"
#include "data/dataset.h"

namespace clade::detail {

// XXH3 (64 bits) of rows, labels, weights and classes, as 16 hexadecimal digits.
std::string dataset_checksum(const Dataset& data, const LabelSpace& labels);

}  // namespace clade::detail

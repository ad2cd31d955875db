// What was chosen by the data, in words.
#pragma once

#include <string>

#include "clade/method.h"
#include "data/dataset.h"
#include "pipeline/read.h"

namespace clade::detail {

// In one line, where the method adapts to its data; "" for others. `terms` are those of the
// records.
std::string choices_text(const Vectoriser& vectoriser, const ChosenTerms& terms,
                         const LabelSpace& labels, const Dataset& data, Method& method);

}  // namespace clade::detail

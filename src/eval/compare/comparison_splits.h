// How the data of a comparison are divided.
#pragma once

#include <string>

#include "eval/compare/comparison.h"

namespace clade::detail {

// Error{usage} for ways to divide that do not go together, and for numbers out of range.
void check_splitting(const Splitting& splitting, bool has_test);

// Sets what is known of the splits in the plan, with its seed; returns them in words.
std::string make_splits(const Splitting& splitting, const ComparisonRecords& data,
                        ComparisonPlan& plan);

}  // namespace clade::detail

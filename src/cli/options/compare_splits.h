// How `clade compare` splits data: options to parts.
#pragma once

#include <cstdint>
#include <string>

#include "cli/options/compare_options.h"
#include "eval/compare/comparison.h"

namespace clade::detail::cli {

// Error{usage} for ways to split that do not go together.
void check_split_options(const SplitOptions& splits, bool has_curve, const Words& words);

// Sets what is known of the splits in the plan; returns them in words.
std::string make_splits(const SplitOptions& options, const Reading& reading, std::uint64_t seed,
                        ComparisonPlan& plan);

}  // namespace clade::detail::cli

// What a comparison says: means, spreads, intervals, and how sure the differences are.
#pragma once

#include <vector>

#include "eval/compare/comparison.h"

namespace clade::detail {

// Means and deviations alone.
std::vector<MethodSummary> summarise_means(const ComparisonPlan& plan,
                                           const std::vector<std::vector<RunOutcome>>& outcomes);
// The same with intervals and tests.
std::vector<MethodSummary> summarise(const ComparisonPlan& plan,
                                     const std::vector<std::vector<RunOutcome>>& outcomes,
                                     ThreadPool& pool);

}  // namespace clade::detail

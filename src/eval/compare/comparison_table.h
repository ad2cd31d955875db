// A comparison as a table for people and papers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "clade/compare.h"

namespace clade::detail {

// The metrics that a table shows: `metrics`; where empty, those that matter for these data; for
// "all" every one.
std::vector<std::string> table_columns(std::span<const MethodSummary> summaries,
                                       std::vector<std::string> metrics);

// A row for each contender, a column for each metric. A mark says that a value is better (+) or
// worse (-) than that of the first contender beyond chance: deciding_p() below 0.05. A dash where a
// contender has not the metric.
std::string comparison_table(std::span<const MethodSummary> summaries,
                             std::vector<std::string> metrics, TableFormat format);

std::string comparison_notes(const ComparisonNotes& notes,
                             std::span<const MethodSummary> summaries);

}  // namespace clade::detail

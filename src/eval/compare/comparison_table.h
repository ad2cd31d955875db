// A comparison as a table for people and papers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "eval/compare/comparison_summary.h"

namespace clade::detail {

enum class TableFormat { text, markdown, latex };

// The metrics that a table shows: `metrics`; where empty, those that matter for these data; for
// "all" every one.
std::vector<std::string> table_columns(std::span<const ContenderSummary> summaries,
                                       std::vector<std::string> metrics);

// A row for each contender, a column for each metric. A mark says that a value is better (+) or
// worse (-) than that of the first contender beyond chance: deciding_p() below 0.05. A dash where a
// contender has not the metric.
std::string comparison_table(std::span<const ContenderSummary> summaries,
                             std::vector<std::string> metrics, TableFormat format);

// What a reader must know besides: splits, tests, seed.
struct ComparisonNotes {
  std::string splits;  // in words: 5 folds
  std::size_t split_count = 0;
  std::uint64_t seed = 0;
  std::string tuning;  // in words, or ""
};
std::string comparison_notes(const ComparisonNotes& notes,
                             std::span<const ContenderSummary> summaries);

}  // namespace clade::detail

// A comparison as JSON, for programs and for the page of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "eval/compare/comparison_table.h"

namespace clade::detail {

nlohmann::ordered_json comparison_json(std::span<const MethodSummary> summaries,
                                       const ComparisonNotes& notes);

}  // namespace clade::detail

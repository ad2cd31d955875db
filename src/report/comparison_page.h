// The page of `clade compare --report FILE`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "eval/compare/comparison.h"
#include "eval/compare/comparison_table.h"
#include "eval/compare/curve.h"
#include "report/report_head.h"

namespace clade::detail::report {

struct ComparisonPicture {
  const ComparisonPlan& plan;
  const std::vector<std::vector<RunOutcome>>& outcomes;
  const std::vector<ContenderSummary>& summaries;
  const ComparisonNotes& notes;
  const std::optional<Curve>& curve;
  std::vector<std::string> metrics;  // as comparison_table takes them
};

nlohmann::ordered_json comparison_report(const ReportHead& head, const ComparisonPicture& picture);

}  // namespace clade::detail::report

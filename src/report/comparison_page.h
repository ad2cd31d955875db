// The page of `clade compare --report FILE`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "clade/compare.h"
#include "report/report_head.h"

namespace clade::detail::report {

// `metrics` are the columns of the table, as Comparison::table takes them. The comparison has kept
// what was predicted.
nlohmann::ordered_json comparison_report(const ReportHead& head, const Comparison& comparison,
                                         const std::vector<std::string>& metrics);

}  // namespace clade::detail::report

// An evaluation as JSON, for programs and for the page of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "clade/metrics.h"

namespace clade::detail {

nlohmann::ordered_json evaluation_value(const Evaluation& evaluation, const LabelSpace& labels);

// Lines class, support, precision, recall, f1, separated by tabs, below a header.
std::string per_class_table(const Evaluation& evaluation, const LabelSpace& labels);

}  // namespace clade::detail

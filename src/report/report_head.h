// What every report begins with, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/report.h"

namespace clade::detail::report {

nlohmann::ordered_json head_json(const char* kind, const ReportHead& head);

}  // namespace clade::detail::report

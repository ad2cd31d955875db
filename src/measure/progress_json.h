// The passes of a solver as JSON: in traces, in stored runs and in reports.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "clade/reporter.h"

namespace clade::detail {

nlohmann::ordered_json progress_json(const Progress& progress);

// Nothing where it is no pass.
std::optional<Progress> progress_of(const nlohmann::ordered_json& json);

}  // namespace clade::detail

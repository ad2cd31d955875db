// What every report begins with, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/report.h"

namespace clade::detail::report {

// Name, size and checksum of an ordinary file.
ReportFile report_file(const std::filesystem::path& file);

nlohmann::ordered_json head_json(const char* kind, const ReportHead& head);

}  // namespace clade::detail::report

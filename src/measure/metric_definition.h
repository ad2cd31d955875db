// What a metric measures, in a sentence that stands alone.
#pragma once

#include <string_view>

namespace clade::detail {

// Empty for a name that is no metric. docs/METRICS.md has the formulas.
std::string_view metric_definition(std::string_view metric);

}  // namespace clade::detail

// How a budget is written: 5m, 90s, 2h, 20runs.
#pragma once

#include <string>
#include <string_view>

#include "clade/search.h"

namespace clade::detail {

// "" for a budget, else what was expected.
std::string budget_problem(std::string_view text);

}  // namespace clade::detail

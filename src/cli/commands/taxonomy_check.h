#pragma once

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// clade taxonomy check: can it be used, does it fit the data, and what is odd about it.
int run_taxonomy_check(const Arguments& words, Output& out);

}  // namespace clade::detail::cli

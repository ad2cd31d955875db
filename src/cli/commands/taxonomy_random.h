#pragma once

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// clade taxonomy random: a random hierarchy over the same nodes (thesis 7.4.3).
int run_taxonomy_random(const Arguments& words, Output& out);

}  // namespace clade::detail::cli

#pragma once

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// clade taxonomy learn: a taxonomy from the classes of examples (thesis Algorithm 8).
int run_taxonomy_learn(const Arguments& words, Output& out);

}  // namespace clade::detail::cli

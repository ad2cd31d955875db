#pragma once

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// clade taxonomy show: the taxonomy drawn as an indented tree.
int run_taxonomy_show(const Arguments& words, Output& out);

}  // namespace clade::detail::cli

#pragma once

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// clade taxonomy convert: the same taxonomy in another format.
int run_taxonomy_convert(const Arguments& words, Output& out);

}  // namespace clade::detail::cli

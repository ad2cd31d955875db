#pragma once

#include "cli/options/arguments.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

// clade taxonomy advise: does the taxonomy help to classify these data?.
int run_taxonomy_advise(const Arguments& words, Output& out);

}  // namespace clade::detail::cli

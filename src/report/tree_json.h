// A taxonomy for the pages: names, children and root (web/src/icicle/appearances.ts).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/taxonomy.h"

namespace clade::detail::report {

// Nodes are called as shown_name() does.
nlohmann::ordered_json tree_json(const Taxonomy& taxonomy);

}  // namespace clade::detail::report

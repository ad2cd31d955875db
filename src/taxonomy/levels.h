// How deep nodes are.
#pragma once

#include <cstddef>
#include <vector>

#include "clade/taxonomy.h"

namespace clade::detail {

// The longest way from the root, by node; Taxonomy::depth counts ancestors, which is another number
// in a DAG.
std::vector<std::size_t> levels_of(const Taxonomy& taxonomy);

}  // namespace clade::detail

// Random hierarchies over the same nodes (thesis 7.4.3).
#pragma once

#include <cstdint>

#include "clade/taxonomy.h"

namespace clade {

// A tree of the same depth and the same nodes at each level, with edges between neighbouring levels
// drawn at random; terminal nodes stay terminal, and every inner node has a child. The level of a
// node in a DAG is its shortest way from the root; an inner node with nothing left for it on the
// level below becomes terminal there. The same seed gives the same tree on every machine.
Taxonomy random_taxonomy(const Taxonomy& taxonomy, std::uint64_t seed);

}  // namespace clade

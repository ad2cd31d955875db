// The edges of a taxonomy in an order that readers of edges turn into the same node order.
#pragma once

#include <string>
#include <vector>

#include "clade/taxonomy.h"

namespace clade {

struct TaxonomyEdge {
  NodeId parent, child;
};

// Those from an unnamed root are left out, unless it will be written under some name.
std::vector<TaxonomyEdge> edges_in_order(const Taxonomy& taxonomy, bool with_unnamed_root);

}  // namespace clade

// The edges of a taxonomy in an order that readers of edges turn into the same node order.
#pragma once

#include <string>
#include <vector>

#include "clade/taxonomy.h"

namespace clade {

struct TaxonomyEdge {
  NodeId parent, child;
};

// Without those from an unnamed root.
std::vector<TaxonomyEdge> edges_in_order(const Taxonomy& taxonomy);

}  // namespace clade

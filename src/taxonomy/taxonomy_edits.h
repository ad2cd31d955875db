// Taxonomies that differ from another in one place.
#pragma once

#include "clade/taxonomy.h"

namespace clade::detail {

// The children of an inner node become children of its parents, and the node is gone. Not for the
// root.
Taxonomy without_node(const Taxonomy& taxonomy, NodeId node);

// The node below another parent, in place of all its own; a node that loses its last child is gone,
// too. `parent` must not be the node or below it.
Taxonomy moved(const Taxonomy& taxonomy, NodeId node, NodeId parent);

}  // namespace clade::detail

// What a node is called where people read it.
#pragma once

#include <string>

#include "clade/taxonomy.h"

namespace clade::detail {

// A node that was added for a label at an inner node goes by that one's name, "NAME (itself)".
inline std::string shown_name(const Taxonomy& taxonomy, NodeId node) {
  if (!taxonomy.is_added(node)) return std::string(taxonomy.name(node));
  return std::string(taxonomy.class_name(node)) + " (itself)";
}

}  // namespace clade::detail

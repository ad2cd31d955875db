#include "taxonomy/class_ancestors.h"

#include <algorithm>

namespace clade {

std::span<const NodeId> ClassAncestors::of(NodeId node, std::vector<NodeId>& room) const {
  if (const auto position = index_.position(node)) return sets_.of(*position);
  room = taxonomy_.ancestor_set(node);
  std::sort(room.begin(), room.end());
  return room;
}

}  // namespace clade

// A tree's nodes numbered so that every subtree is a range: what lies below what is two
// comparisons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clade/taxonomy.h"

namespace clade {

class TreeOrder {
 public:
  explicit TreeOrder(const Taxonomy& tree);

  std::uint32_t depth(NodeId node) const { return places_[index_of(node)].depth; }
  std::size_t proper_descendants(NodeId node) const {
    return places_[index_of(node)].end - places_[index_of(node)].begin - 1;
  }
  bool is_ancestor(NodeId above, NodeId node) const {  // or the same
    const std::uint32_t number = places_[index_of(node)].begin;
    return places_[index_of(above)].begin <= number && number < places_[index_of(above)].end;
  }
  NodeId deepest_common_ancestor(NodeId a, NodeId b) const;
  // The same, where `path` is the ancestor set of one of the two, root first.
  NodeId deepest_common_ancestor(std::span<const NodeId> path, NodeId node) const {
    std::size_t depth = 0;
    while (depth + 1 < path.size() && is_ancestor(path[depth + 1], node)) ++depth;
    return path[depth];
  }

 private:
  struct Place {
    std::uint32_t begin, end;  // the subtree's range; begin is the node's own number
    std::uint32_t depth;
    NodeId parent;  // the root's is itself
  };
  std::vector<Place> places_;
};

}  // namespace clade

#include "taxonomy/tree_order.h"

namespace clade {

TreeOrder::TreeOrder(const Taxonomy& tree) : places_(tree.size()) {
  std::vector<std::uint32_t> subtree_size(tree.size(), 1);
  const auto nodes = tree.top_down();
  for (std::size_t k = nodes.size(); k-- > 0;) {
    if (nodes[k] == tree.root()) continue;
    subtree_size[index_of(tree.parents(nodes[k])[0])] += subtree_size[index_of(nodes[k])];
  }
  places_[index_of(tree.root())] = {0, static_cast<std::uint32_t>(tree.size()), 0, tree.root()};
  for (const NodeId node : nodes) {
    std::uint32_t begin = places_[index_of(node)].begin + 1;
    for (const NodeId child : tree.children(node)) {
      const std::uint32_t end = begin + subtree_size[index_of(child)];
      places_[index_of(child)] = {begin, end, places_[index_of(node)].depth + 1, node};
      begin = end;
    }
  }
}

NodeId TreeOrder::deepest_common_ancestor(NodeId a, NodeId b) const {
  while (!is_ancestor(a, b)) a = places_[index_of(a)].parent;
  return a;
}

}  // namespace clade

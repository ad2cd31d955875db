#include "taxonomy/nested_order.h"

#include <algorithm>

namespace clade {

std::vector<NestedStep> nested_order(const Taxonomy& taxonomy) {
  std::vector<NestedStep> order, open;
  std::vector<bool> was_seen(taxonomy.size(), false);
  const auto open_children = [&](NodeId node, std::size_t depth) {
    const auto children = taxonomy.children(node);
    for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i], depth, false});
  };
  if (taxonomy.name(taxonomy.root()).empty()) {
    open_children(taxonomy.root(), 0);
  } else {
    open.push_back({taxonomy.root(), 0, false});
  }
  while (!open.empty()) {
    NestedStep step = open.back();
    open.pop_back();
    step.is_again = was_seen[index_of(step.node)];
    was_seen[index_of(step.node)] = true;
    order.push_back(step);
    if (!step.is_again) open_children(step.node, step.depth + 1);
  }
  return order;
}

}  // namespace clade

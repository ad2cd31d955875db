#include "taxonomy/taxonomy_edits.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "taxonomy/taxonomy_graph.h"

namespace clade::detail {

namespace {

using ParentLists = std::vector<std::vector<NodeId>>;

ParentLists parent_lists(const Taxonomy& taxonomy) {
  ParentLists parents;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const auto own = taxonomy.parents(node_at(i));
    parents.emplace_back(own.begin(), own.end());
  }
  return parents;
}

// The nodes that are kept, with new numbers in the same order.
Taxonomy rebuilt(const Taxonomy& old, const ParentLists& parents, const std::vector<bool>& kept) {
  std::vector<NodeId> number(old.size());
  Taxonomy::Parts parts;
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!kept[i]) continue;
    number[i] = node_at(parts.names.size());
    parts.names.emplace_back(old.name(node_at(i)));
  }
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (!kept[i]) continue;
    std::vector<NodeId>& own = parts.parents.emplace_back();
    for (const NodeId parent : parents[i]) own.push_back(number[index_of(parent)]);
  }
  return Taxonomy::from_parts(std::move(parts), "the changed taxonomy");
}

}  // namespace

Taxonomy without_node(const Taxonomy& taxonomy, NodeId node) {
  ParentLists parents = parent_lists(taxonomy);
  for (const NodeId child : taxonomy.children(node)) {
    std::vector<NodeId>& own = parents[index_of(child)];
    const auto place = own.erase(std::find(own.begin(), own.end(), node)) - own.begin();
    std::ptrdiff_t next = place;
    for (const NodeId above : taxonomy.parents(node)) {
      if (std::find(own.begin(), own.end(), above) == own.end()) {
        own.insert(own.begin() + next++, above);
      }
    }
  }
  std::vector<bool> kept(taxonomy.size(), true);
  kept[index_of(node)] = false;
  return rebuilt(taxonomy, parents, kept);
}

Taxonomy moved(const Taxonomy& taxonomy, NodeId node, NodeId parent) {
  ParentLists parents = parent_lists(taxonomy);
  parents[index_of(node)] = {parent};
  std::vector<std::size_t> children(taxonomy.size(), 0);
  for (const auto& own : parents) {
    for (const NodeId above : own) ++children[index_of(above)];
  }
  std::vector<bool> kept(taxonomy.size(), true);
  // From below, so that a chain of nodes that lost all their children goes as a whole.
  const auto order = taxonomy.top_down();
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const std::size_t i = index_of(*it);
    if (children[i] > 0 || taxonomy.is_terminal(*it)) continue;
    kept[i] = false;
    for (const NodeId above : parents[i]) --children[index_of(above)];
  }
  return rebuilt(taxonomy, parents, kept);
}

}  // namespace clade::detail

#include "taxonomy/placed_nodes.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"

namespace clade::detail {

PlacedNodes::Place PlacedNodes::add(std::string_view name, std::string_view code,
                                    std::size_t line) {
  nodes_.push_back({std::string(name), std::string(code), line});
  return nodes_.size() - 1;
}

PlacedNodes::Place PlacedNodes::child(Place parent, std::string_view name, std::size_t line) {
  const auto known = children_.find({parent, name});
  const Place node = known != children_.end() ? known->second : add(name, "", line);
  if (known == children_.end()) children_.emplace(Key{parent, nodes_[node].name}, node);
  if (parent != top) add_edge(parent, node, line);
  return node;
}

void PlacedNodes::add_edge(Place parent, Place child, std::size_t line) {
  if (nodes_[child].first_parent == top) nodes_[child].first_parent = parent;
  edges_.push_back({node_at(parent), node_at(child), line});
}

// `top` where several nodes have no parent, so that the root will be an unnamed one.
PlacedNodes::Place PlacedNodes::root_of(const TaxonomyDraft& draft) const {
  Place root = top;
  for (Place node = 0; node < nodes_.size() && !draft.wants_unnamed_root(); ++node) {
    if (nodes_[node].first_parent != top) continue;
    if (root != top) return top;
    root = node;
  }
  return root;
}

std::string PlacedNodes::path_of(Place node, Place root) const {
  std::vector<std::string> parts;
  for (; node != top && node != root; node = nodes_[node].first_parent) {
    parts.push_back(nodes_[node].name);
    if (parts.size() > most_path_parts) return "";
  }
  std::reverse(parts.begin(), parts.end());
  return join(parts, "/");
}

std::vector<std::string> PlacedNodes::names_for(const TaxonomyDraft& draft) const {
  constexpr std::size_t largest = std::size_t{1} << 31;
  std::unordered_map<std::string_view, std::size_t> uses;
  for (const Node& node : nodes_) ++uses[node.name];
  const Place root = root_of(draft);
  std::vector<std::string> names(nodes_.size());
  std::unordered_set<std::string> taken;
  for (Place i = 0; i < nodes_.size(); ++i) {
    if (uses[nodes_[i].name] > 1 && i != root) continue;
    names[i] = nodes_[i].name;
    taken.insert(names[i]);
  }
  std::size_t total = 0;
  for (Place i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (!names[i].empty()) continue;
    std::string path = path_of(i, root);
    total += path.size();
    if ((path.empty() && node.code.empty()) || total > largest) {
      fail(ErrorKind::input,
           "{}:{}: {} is the name of several nodes, and the paths that tell them apart are too "
           "long: expected at most {} levels, or different names",
           draft.source(), node.line, quoted(node.name), most_path_parts);
    }
    if (path.empty()) path = node.name;
    // Nodes of the same path, or one that is called like the path of another.
    for (std::size_t k = 2; !taken.insert(path).second; ++k) {
      path += node.code.empty() ? fmt::format(" ({})", k) : fmt::format(" ({})", node.code);
    }
    names[i] = std::move(path);
  }
  return names;
}

std::vector<NodeId> PlacedNodes::add_to(TaxonomyDraft& draft) const {
  std::vector<NodeId> nodes;
  for (const std::string& name : names_for(draft)) nodes.push_back(draft.node(name));
  for (const auto& edge : edges_) {
    draft.add_edge(nodes[index_of(edge.parent)], nodes[index_of(edge.child)], edge.line);
  }
  return nodes;
}

}  // namespace clade::detail

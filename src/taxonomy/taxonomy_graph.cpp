#include "taxonomy/taxonomy_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace clade::detail {

TaxonomyGraph::TaxonomyGraph(std::vector<std::string> node_names, Csr<NodeId> node_parents,
                             std::vector<NodeId> added_nodes)
    : names(std::move(node_names)),
      parents(std::move(node_parents)),
      children(children_of(parents)),
      added(std::move(added_nodes)),
      is_tree(parents.total() + 1 == size()) {
  order_nodes();
  if (is_tree) measure_depths();
  by_name.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) {
    if (!names[i].empty()) by_name.emplace(names[i], node_at(i));
  }
  for (const NodeId node : added) added_child.emplace(parents.row(index_of(node))[0], node);
}

// Kahn's algorithm: a node follows when its last parent is placed.
void TaxonomyGraph::order_nodes() {
  std::vector<std::uint32_t> waiting(size());
  rank.assign(size(), none);
  top_down.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) {
    waiting[i] = static_cast<std::uint32_t>(parents.row(i).size());
    if (waiting[i] == 0) top_down.push_back(node_at(i));
  }
  if (!top_down.empty()) root = top_down.front();
  for (std::size_t i = 0; i < top_down.size(); ++i) {
    const std::size_t node = index_of(top_down[i]);
    rank[node] = static_cast<std::uint32_t>(i);
    for (const NodeId child : children.row(node)) {
      if (--waiting[index_of(child)] == 0) top_down.push_back(child);
    }
  }
}

void TaxonomyGraph::measure_depths() {
  tree_depth.assign(size(), 0);
  for (const NodeId node : top_down) {
    for (const NodeId child : children.row(index_of(node))) {
      tree_depth[index_of(child)] = tree_depth[index_of(node)] + 1;
    }
  }
}

std::string added_name(std::string_view name) { return std::string(name) + "__misc"; }

Csr<NodeId> children_of(const Csr<NodeId>& parents) {
  std::vector<std::size_t> next(parents.size() + 1, 0);
  for (const NodeId parent : parents.values()) ++next[index_of(parent) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  const std::vector<std::size_t> ends(next.begin() + 1, next.end());
  std::vector<NodeId> values(parents.total());
  for (std::size_t child = 0; child < parents.size(); ++child) {
    for (const NodeId parent : parents.row(child))
      values[next[index_of(parent)]++] = node_at(child);
  }
  Csr<NodeId> children;
  children.reserve(parents.size(), values.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    children.push_row(std::span(values).subspan(begin, end - begin));
    begin = end;
  }
  return children;
}

std::vector<NodeId> find_cycle(const TaxonomyGraph& graph) {
  if (graph.top_down.size() == graph.size()) return {};
  const auto placed = [&](NodeId node) {
    return graph.rank[index_of(node)] != TaxonomyGraph::none;
  };
  std::size_t start = 0;
  while (placed(node_at(start))) ++start;
  // A node that was not placed has a parent that was not placed: going up must come back.
  std::vector<std::uint32_t> step(graph.size(), TaxonomyGraph::none);
  std::vector<NodeId> path;
  NodeId node = node_at(start);
  while (step[index_of(node)] == TaxonomyGraph::none) {
    step[index_of(node)] = static_cast<std::uint32_t>(path.size());
    path.push_back(node);
    const auto above = graph.parents.row(index_of(node));
    node = *std::find_if_not(above.begin(), above.end(), placed);
  }
  path.erase(path.begin(), path.begin() + step[index_of(node)]);
  std::reverse(path.begin(), path.end());
  return path;
}

std::string cycle_text(const TaxonomyGraph& graph, const std::vector<NodeId>& cycle) {
  constexpr std::size_t shown_at_most = 12, shown_of_long = 5;
  const auto shown = [&](NodeId node) {
    const std::string name = quoted(graph.names[index_of(node)]);
    return name.substr(1, name.size() - 2);
  };
  const bool cut = cycle.size() > shown_at_most;
  std::string text;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (cut && i == shown_of_long) {
      text += fmt::format("({} more) -> ", cycle.size() - 2 * shown_of_long);
      i = cycle.size() - shown_of_long;
    }
    text += shown(cycle[i]) + " -> ";
  }
  return text + shown(cycle.front());
}

}  // namespace clade::detail

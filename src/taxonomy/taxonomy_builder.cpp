#include "taxonomy/taxonomy_builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/fail.h"
#include "base/text.h"

namespace clade {

NodeId TaxonomyBuilder::node(std::string_view name) {
  const auto [entry, is_new] = by_name_.try_emplace(name, node_at(names_.size()));
  if (!is_new) return entry->second;
  // One number is left for an unnamed root, one means "none".
  if (names_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    fail(ErrorKind::input, "{}: holds more nodes than the {} that are possible", source_,
         names_.size());
  }
  names_.push_back(name);
  return entry->second;
}

void TaxonomyBuilder::add_edge(NodeId parent, NodeId child, std::size_t line) {
  edges_.push_back({parent, child, line});
}

bool TaxonomyBuilder::has_several_roots() const {
  std::vector<bool> has_parent(names_.size());
  for (const Edge& edge : edges_) has_parent[index_of(edge.child)] = true;
  return std::count(has_parent.begin(), has_parent.end(), false) > 1;
}

std::vector<TaxonomyBuilder::Edge> TaxonomyBuilder::distinct_edges() const {
  const auto by_line = [](const Edge& a, const Edge& b) { return a.line < b.line; };
  const auto by_parent = [](const Edge& a, const Edge& b) { return a.parent < b.parent; };
  const auto same_parent = [](const Edge& a, const Edge& b) { return a.parent == b.parent; };
  std::vector<Edge> edges = edges_;
  std::stable_sort(edges.begin(), edges.end(),
                   [](const Edge& a, const Edge& b) { return a.child < b.child; });
  auto kept = edges.begin();
  for (auto begin = edges.begin(); begin != edges.end();) {
    const auto end = std::find_if(
        begin, edges.end(), [child = begin->child](const Edge& e) { return e.child != child; });
    std::stable_sort(begin, end, by_parent);
    const auto distinct_end = std::unique(begin, end, same_parent);
    std::sort(begin, distinct_end, by_line);
    kept = std::move(begin, distinct_end, kept);
    begin = end;
  }
  edges.erase(kept, edges.end());
  return edges;
}

TaxonomyGraph TaxonomyBuilder::build(bool unnamed_root) const {
  const std::size_t shift = unnamed_root || has_several_roots() ? 1 : 0;
  std::vector<std::string> names(shift);
  names.insert(names.end(), names_.begin(), names_.end());
  Csr<NodeId> parents;
  parents.reserve(names.size(), edges_.size() + 1);
  if (shift > 0) parents.end_row();
  const std::vector<Edge> edges = distinct_edges();
  auto edge = edges.begin();
  for (std::size_t child = 0; child < names_.size(); ++child) {
    const bool is_parentless = edge == edges.end() || edge->child != node_at(child);
    if (is_parentless && shift > 0) parents.push(node_at(0));
    for (; edge != edges.end() && edge->child == node_at(child); ++edge) {
      parents.push(node_at(index_of(edge->parent) + shift));
    }
    parents.end_row();
  }
  TaxonomyGraph graph(std::move(names), std::move(parents), {});
  std::vector<NodeId> cycle = find_cycle(graph);
  if (!cycle.empty()) fail_on_cycle(graph, std::move(cycle), edges, shift);
  return graph;
}

// Points at the edge of the cycle that came last in the file, and shows the cycle closed by it.
void TaxonomyBuilder::fail_on_cycle(const TaxonomyGraph& graph, std::vector<NodeId> cycle,
                                    const std::vector<Edge>& edges, std::size_t shift) const {
  const auto line_of = [&](NodeId parent, NodeId child) {
    const auto own = std::partition_point(edges.begin(), edges.end(), [&](const Edge& e) {
      return index_of(e.child) + shift < index_of(child);
    });
    return std::find_if(
               own, edges.end(),
               [&](const Edge& e) { return index_of(e.parent) + shift == index_of(parent); })
        ->line;
  };
  std::size_t last_line = 0, closing = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const std::size_t line = line_of(cycle[(i + cycle.size() - 1) % cycle.size()], cycle[i]);
    if (line > last_line) {
      last_line = line;
      closing = i;
    }
  }
  std::rotate(cycle.begin(), cycle.begin() + static_cast<std::ptrdiff_t>(closing), cycle.end());
  fail(ErrorKind::input, "{}:{}: {} is its own ancestor: {}", source_, last_line,
       quoted(graph.names[index_of(cycle.front())]), cycle_text(graph, cycle));
}

}  // namespace clade

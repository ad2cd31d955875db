#include "taxonomy/taxonomy_draft.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

NodeId TaxonomyDraft::node(std::string_view name) {
  const auto known = by_name_.find(name);
  if (known != by_name_.end()) return known->second;
  // One number is left for an unnamed root, one means "none".
  if (names_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
    fail(ErrorKind::input, "{}: holds more nodes than the {} that are possible", source_,
         names_.size());
  }
  names_.emplace_back(name);
  return by_name_.emplace(names_.back(), node_at(names_.size() - 1)).first->second;
}

std::optional<NodeId> TaxonomyDraft::find(std::string_view name) const {
  const auto known = by_name_.find(name);
  return known != by_name_.end() ? std::optional(known->second) : std::nullopt;
}

void TaxonomyDraft::set_title(NodeId node, std::string title) {
  if (index_of(node) >= titles_.size()) titles_.resize(names_.size());
  titles_[index_of(node)] = std::move(title);
}

std::string_view TaxonomyDraft::title(NodeId node) const {
  return index_of(node) < titles_.size() ? std::string_view(titles_[index_of(node)]) : "";
}

void TaxonomyDraft::add_alias(std::string alias, NodeId node) {
  aliases_.push_back({std::move(alias), node});
}

void TaxonomyDraft::add_edge(NodeId parent, NodeId child, std::size_t line) {
  edges_.push_back({parent, child, line});
}

bool TaxonomyDraft::has_several_roots() const {
  std::vector<bool> has_parent(names_.size());
  for (const Edge& edge : edges_) has_parent[index_of(edge.child)] = true;
  return std::count(has_parent.begin(), has_parent.end(), false) > 1;
}

std::vector<TaxonomyDraft::Edge> TaxonomyDraft::distinct_edges() const {
  // By position, as a text may have all its edges on one line.
  std::vector<std::size_t> kept(edges_.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  const auto ends = [&](std::size_t i) { return std::pair(edges_[i].child, edges_[i].parent); };
  std::sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
    return ends(a) != ends(b) ? ends(a) < ends(b) : a < b;
  });
  kept.erase(std::unique(kept.begin(), kept.end(),
                         [&](std::size_t a, std::size_t b) { return ends(a) == ends(b); }),
             kept.end());
  std::sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
    return edges_[a].child != edges_[b].child ? edges_[a].child < edges_[b].child : a < b;
  });
  std::vector<Edge> edges;
  edges.reserve(kept.size());
  for (const std::size_t i : kept) edges.push_back(edges_[i]);
  return edges;
}

void TaxonomyDraft::check_no_own_parent() const {
  for (const Edge& edge : edges_) {
    if (edge.parent != edge.child) continue;
    fail(ErrorKind::input, "{}:{}: {} is its own parent", source_, edge.line,
         quoted(name(edge.child)));
  }
}

TaxonomyGraph TaxonomyDraft::build() const {
  check_no_own_parent();
  const std::size_t shift = wants_unnamed_root_ || has_several_roots() ? 1 : 0;
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
void TaxonomyDraft::fail_on_cycle(const TaxonomyGraph& graph, std::vector<NodeId> cycle,
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

}  // namespace clade::detail

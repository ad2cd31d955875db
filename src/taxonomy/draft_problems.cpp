#include "taxonomy/draft_problems.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/csr.h"
#include "base/text.h"

namespace clade::detail {

namespace {

// Lists of parents without edges of a node to itself.
Csr<NodeId> proper_parents(const TaxonomyDraft& draft) {
  Csr<NodeId> parents;
  const auto edges = draft.distinct_edges();
  auto edge = edges.begin();
  for (std::size_t i = 0; i < draft.size(); ++i) {
    for (; edge != edges.end() && edge->child == node_at(i); ++edge) {
      if (edge->parent != edge->child) parents.push(edge->parent);
    }
    parents.end_row();
  }
  return parents;
}

// Tarjan's strongly connected components, without recursion: the number of the component by node.
class Components {
 public:
  explicit Components(const Csr<NodeId>& above)
      : above_(above),
        of_(above.size(), none),
        order_(above.size(), none),
        low_(above.size(), 0),
        next_(above.size(), 0) {
    for (std::size_t i = 0; i < above.size(); ++i) {
      if (order_[i] == none) walk(i);
    }
  }

  std::size_t of(NodeId node) const { return of_[index_of(node)]; }
  std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  void walk(std::size_t start) {
    std::vector<std::size_t> path{start};
    enter(start);
    while (!path.empty()) {
      const std::size_t node = path.back();
      const auto row = above_.row(node);
      if (next_[node] < row.size()) {
        const std::size_t other = index_of(row[next_[node]++]);
        if (order_[other] == none) {
          enter(other);
          path.push_back(other);
        } else if (of_[other] == none) {
          low_[node] = std::min(low_[node], order_[other]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low_[path.back()] = std::min(low_[path.back()], low_[node]);
      if (low_[node] == order_[node]) close(node);
    }
  }

  void enter(std::size_t node) {
    order_[node] = low_[node] = entered_++;
    open_.push_back(node);
  }

  void close(std::size_t node) {
    std::size_t member = none;
    while (member != node) {
      member = open_.back();
      open_.pop_back();
      of_[member] = count_;
    }
    ++count_;
  }

  const Csr<NodeId>& above_;
  std::vector<std::size_t> of_, order_, low_, next_, open_;
  std::size_t entered_ = 0, count_ = 0;
};

// Going up inside a tangle must come back: the nodes of the way round, from above down.
std::vector<NodeId> cycle_through(NodeId start, const Csr<NodeId>& parents,
                                  const Components& components, std::vector<std::size_t>& step) {
  std::vector<NodeId> path;
  NodeId node = start;
  while (step[index_of(node)] == 0) {
    path.push_back(node);
    step[index_of(node)] = path.size();
    const auto above = parents.row(index_of(node));
    node = *std::find_if(above.begin(), above.end(), [&](NodeId parent) {
      return components.of(parent) == components.of(node);
    });
  }
  const std::size_t begin = step[index_of(node)] - 1;
  path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(begin));
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<std::vector<NodeId>> find_cycles(const Csr<NodeId>& parents) {
  const Components components(parents);
  std::vector<std::size_t> members(components.count(), 0), step(parents.size(), 0);
  for (std::size_t i = 0; i < parents.size(); ++i) ++members[components.of(node_at(i))];
  std::vector<std::vector<NodeId>> cycles;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    std::size_t& size = members[components.of(node_at(i))];
    if (size < 2) continue;
    size = 0;  // one cycle for each
    cycles.push_back(cycle_through(node_at(i), parents, components, step));
  }
  return cycles;
}

std::vector<NodeId> find_unreachable(const Csr<NodeId>& parents,
                                     const std::vector<NodeId>& parentless) {
  const Csr<NodeId> children = children_of(parents);
  std::vector<bool> is_reached(parents.size(), false);
  std::vector<NodeId> open = parentless;
  for (const NodeId node : open) is_reached[index_of(node)] = true;
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    for (const NodeId child : children.row(index_of(node))) {
      if (is_reached[index_of(child)]) continue;
      is_reached[index_of(child)] = true;
      open.push_back(child);
    }
  }
  std::vector<NodeId> unreachable;
  for (std::size_t i = 0; i < is_reached.size(); ++i) {
    if (!is_reached[i]) unreachable.push_back(node_at(i));
  }
  return unreachable;
}

}  // namespace

std::vector<NodeId> parentless_nodes(const TaxonomyDraft& draft) {
  std::vector<bool> has_parent(draft.size(), false);
  for (const auto& edge : draft.edges()) {
    if (edge.parent != edge.child) has_parent[index_of(edge.child)] = true;
  }
  std::vector<NodeId> parentless;
  for (std::size_t i = 0; i < has_parent.size(); ++i) {
    if (!has_parent[i]) parentless.push_back(node_at(i));
  }
  return parentless;
}

DraftProblems find_problems(const TaxonomyDraft& draft) {
  DraftProblems problems;
  const Csr<NodeId> parents = proper_parents(draft);
  const auto edges = draft.distinct_edges();
  problems.repeated_edges = draft.edges().size() - edges.size();
  for (const auto& edge : edges) {
    if (edge.parent == edge.child) problems.own_parents.push_back(edge.child);
  }
  problems.parentless = parentless_nodes(draft);
  problems.cycles = find_cycles(parents);
  problems.unreachable = find_unreachable(parents, problems.parentless);
  problems.similar_names = similar_names(draft);
  return problems;
}

std::string cycle_text(const TaxonomyDraft& draft, const std::vector<NodeId>& cycle) {
  constexpr std::size_t shown = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, cycle.size()); ++i) {
    text += draft.name(cycle[i]) + " -> ";
  }
  if (cycle.size() > shown) text += fmt::format("({} more) -> ", cycle.size() - shown);
  return text + draft.name(cycle.front());
}

}  // namespace clade::detail

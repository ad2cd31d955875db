#include "solver/newton/score_forest.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clade::detail {

namespace {

bool nearly_equal(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

}  // namespace

std::optional<ScoreForest> ScoreForest::find(const ScoreMap& map) {
  ScoreForest forest;
  forest.nodes_.resize(map.units());
  forest.endings_.resize(map.decisions());
  if (!forest.take_paths(map) || !forest.take_strengths(map)) return std::nullopt;
  forest.number_trees();
  forest.paths_.clear();
  return forest;
}

// Parents are those of every path. False where two paths disagree.
bool ScoreForest::take_paths(const ScoreMap& map) {
  std::vector<std::size_t> uses(map.units());
  for (const Attribute& a : map.rows().values()) ++uses[index_of(a.unit)];
  std::vector<bool> seen(map.units());
  for (std::size_t c = 0; c < map.decisions(); ++c) {
    const auto row = map.of(c);
    std::vector<Attribute> path(row.begin(), row.end());
    std::stable_sort(path.begin(), path.end(), [&](const Attribute& a, const Attribute& b) {
      return uses[index_of(a.unit)] > uses[index_of(b.unit)];
    });
    std::uint32_t parent = none;
    for (const Attribute& a : path) {
      const std::size_t u = index_of(a.unit);
      if (seen[u] && nodes_[u].parent != parent) return false;
      if (!seen[u] && parent != none) {
        nodes_[parent].children.push_back(static_cast<std::uint32_t>(u));
      }
      seen[u] = true;
      nodes_[u].parent = parent;
      parent = static_cast<std::uint32_t>(u);
    }
    endings_[c].node = parent;
    if (parent != none) nodes_[parent].decisions.push_back(static_cast<std::uint32_t>(c));
    paths_.push_back(std::move(path));
  }
  return true;
}

// Roots have strength 1, so that the factor of a decision is its strength there; what it has at the
// nodes between gives theirs. A node without children needs none. False where two paths disagree.
bool ScoreForest::take_strengths(const ScoreMap& map) {
  std::vector<bool> known(map.units());
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const auto& path = paths_[c];
    if (path.size() < 2) continue;
    endings_[c].factor = path.front().strength;
    for (std::size_t k = 0; k + 1 < path.size(); ++k) {
      const std::size_t u = index_of(path[k].unit);
      const double strength = path[k].strength / endings_[c].factor;
      if (known[u] && !nearly_equal(strength, nodes_[u].strength)) return false;
      if (!known[u]) nodes_[u].strength = strength;
      known[u] = true;
    }
  }
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    if (!paths_[c].empty()) endings_[c].own = paths_[c].back().strength;
  }
  return true;
}

void ScoreForest::number_trees() {
  std::vector<std::uint32_t> order;
  for (std::uint32_t u = 0; u < nodes_.size(); ++u) {
    if (nodes_[u].parent != none) continue;
    nodes_[u].tree = static_cast<std::uint32_t>(trees_++);
    order.push_back(u);
  }
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const std::uint32_t child : nodes_[order[k]].children) {
      nodes_[child].tree = nodes_[order[k]].tree;
      order.push_back(child);
    }
  }
  for (std::size_t k = order.size(); k-- > 0;) {
    const Node& node = nodes_[order[k]];
    if (node.parent != none) {
      Node& parent = nodes_[node.parent];
      parent.height = std::max(parent.height, node.height + 1);
    }
    if (levels_.size() <= node.height) levels_.resize(node.height + 1);
  }
  for (std::uint32_t u = 0; u < nodes_.size(); ++u) levels_[nodes_[u].height].push_back(u);
}

std::optional<double> ScoreForest::simple_ratio(std::uint32_t node) const {
  const Node& here = nodes_[node];
  double ratio = here.children.empty() ? 0 : 1 / here.strength;
  bool any = !here.children.empty();
  for (const std::uint32_t c : here.decisions) {
    const double of_decision = endings_[c].factor / endings_[c].own;
    if (any && !nearly_equal(of_decision, ratio)) return std::nullopt;
    ratio = of_decision;
    any = true;
  }
  return ratio;
}

}  // namespace clade::detail

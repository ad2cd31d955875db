#include "taxonomy/random_taxonomy.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/random.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade::detail {

namespace {

// The nodes by their shortest way from the root.
std::vector<std::vector<NodeId>> nodes_by_level(const Taxonomy& taxonomy) {
  std::vector<bool> is_placed(taxonomy.size(), false);
  std::vector<std::vector<NodeId>> levels{{taxonomy.root()}};
  is_placed[index_of(taxonomy.root())] = true;
  while (!levels.back().empty()) {
    std::vector<NodeId> next;
    for (const NodeId node : levels.back()) {
      for (const NodeId child : taxonomy.children(node)) {
        if (is_placed[index_of(child)]) continue;
        is_placed[index_of(child)] = true;
        next.push_back(child);
      }
    }
    std::sort(next.begin(), next.end());
    levels.push_back(std::move(next));
  }
  levels.pop_back();
  return levels;
}

// Nodes of the level with a child, at random those that there are children for.
std::vector<NodeId> parents_of_level(const Taxonomy& taxonomy, const std::vector<NodeId>& level,
                                     std::size_t children, Random& random) {
  std::vector<NodeId> inner;
  std::copy_if(level.begin(), level.end(), std::back_inserter(inner),
               [&](NodeId node) { return !taxonomy.is_terminal(node); });
  if (inner.size() <= children) return inner;
  random.shuffle(std::span(inner));
  inner.resize(children);
  return inner;
}

}  // namespace

}  // namespace clade::detail

namespace clade {

using namespace detail;

Taxonomy random_taxonomy(const Taxonomy& taxonomy, std::uint64_t seed) {
  Random random(seed);
  Taxonomy::Parts parts;
  parts.parents.resize(taxonomy.size());
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    parts.names.emplace_back(taxonomy.name(node_at(i)));
  }
  const auto levels = nodes_by_level(taxonomy);
  for (std::size_t l = 1; l < levels.size(); ++l) {
    std::vector<NodeId> children = levels[l];
    const std::vector<NodeId> inner =
        parents_of_level(taxonomy, levels[l - 1], children.size(), random);
    // Each inner node gets one child first, drawn at random; the others choose freely.
    random.shuffle(std::span(children));
    for (std::size_t i = 0; i < children.size(); ++i) {
      const std::size_t parent =
          i < inner.size() ? i : static_cast<std::size_t>(random.below(inner.size()));
      parts.parents[index_of(children[i])] = {inner[parent]};
    }
  }
  return Taxonomy::from_parts(std::move(parts), "random taxonomy");
}

}  // namespace clade

#include "eval/taxonomy/class_moves.h"

#include <algorithm>
#include <optional>

namespace clade::detail {

namespace {

// The classes at or below each node.
std::vector<std::vector<std::size_t>> classes_below(const Taxonomy& taxonomy,
                                                    const LabelSpace& labels) {
  std::vector<std::vector<std::size_t>> below(taxonomy.size());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto node = taxonomy.find(labels.name(static_cast<ClassId>(c)));
    if (!node) continue;
    for (const NodeId above : taxonomy.ancestor_set(*node)) below[index_of(above)].push_back(c);
  }
  return below;
}

class MoveFinder {
 public:
  MoveFinder(const Taxonomy& taxonomy, const LabelSpace& labels, const PairTable& distances)
      : taxonomy_(taxonomy), distances_(distances), below_(classes_below(taxonomy, labels)) {
    for (std::size_t n = 0; n < taxonomy.size(); ++n) {
      const auto node = static_cast<NodeId>(n);
      if (taxonomy.is_terminal(node) || below_[n].empty()) continue;
      const std::size_t depth = taxonomy.depth(node);
      if (depth >= inner_.size()) inner_.resize(depth + 1);
      inner_[depth].push_back(node);
    }
  }

  std::optional<ClassMove> best_move(NodeId node) const {
    const auto& own = below_[index_of(node)];
    const NodeId parent = taxonomy_.parents(node).front();
    if (own.empty() || own.size() == below_[index_of(parent)].size()) return std::nullopt;
    std::vector<double> mean(distances_.size(), 0);  // from the node to every class
    for (std::size_t c = 0; c < mean.size(); ++c) {
      for (const std::size_t member : own) mean[c] += c == member ? 0 : distances_(c, member);
      mean[c] /= static_cast<double>(own.size());
    }
    const double here = mean_over(below_[index_of(parent)], own, mean);
    std::optional<ClassMove> best;
    for (const NodeId other : inner_[taxonomy_.depth(parent)]) {
      if (other == parent) continue;
      const double ratio = mean_over(below_[index_of(other)], {}, mean) / here;
      if (ratio < (best ? best->ratio : 1)) best = {node, parent, other, ratio};
    }
    return best;
  }

 private:
  static double mean_over(const std::vector<std::size_t>& classes,
                          const std::vector<std::size_t>& without,
                          const std::vector<double>& values) {
    double sum = 0, count = 0;
    for (const std::size_t c : classes) {
      if (std::binary_search(without.begin(), without.end(), c)) continue;
      sum += values[c];
      ++count;
    }
    return sum / count;
  }

  const Taxonomy& taxonomy_;
  const PairTable& distances_;
  std::vector<std::vector<std::size_t>> below_;  // sorted
  std::vector<std::vector<NodeId>> inner_;       // with classes below, by depth
};

}  // namespace

std::vector<ClassMove> nearer_parents(const Taxonomy& taxonomy, const LabelSpace& labels,
                                      const PairTable& distances) {
  std::vector<ClassMove> moves;
  if (!taxonomy.is_tree()) return moves;
  const MoveFinder finder(taxonomy, labels, distances);
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    if (node == taxonomy.root()) continue;
    if (const auto move = finder.best_move(node)) moves.push_back(*move);
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const ClassMove& a, const ClassMove& b) { return a.ratio < b.ratio; });
  return moves;
}

}  // namespace clade::detail

// Scores of nodes, made from those of classes: the best score of a class at the node or below.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "clade/label_space.h"

namespace clade::detail {

// A node added for labels at an inner node stands for that node and is not measured itself.
class NodeScores {
 public:
  // `labels` must outlive this object.
  explicit NodeScores(const LabelSpace& labels);

  std::size_t nodes() const { return level_.size(); }
  std::size_t levels() const { return levels_; }
  // Its depth; 0 for a node that is not measured: the root and added nodes.
  std::size_t level(NodeId node) const { return level_[index_of(node)]; }

  // -infinity where no class at the node or below has a score.
  void spread(std::span<const double> class_scores, std::vector<double>& node_scores) const;

 private:
  const LabelSpace& labels_;
  std::vector<std::size_t> level_;
  std::size_t levels_ = 0;
};

// Average precision of the pairs of an instance and a node (Vens et al. 2008).
struct NodePrecision {
  std::optional<double> pooled;                 // over the nodes of `from_level` and deeper
  std::vector<std::optional<double>> by_level;  // from 0; absent without a positive pair
};

// `positives`: by level, the scores of the pairs where the node is an ancestor of a true label;
// `class_scores` writes the scores of an instance and is called once for each, from several
// threads.
NodePrecision node_precision(
    const NodeScores& nodes, std::span<const std::vector<double>> positives, std::size_t from_level,
    std::size_t instances,
    const std::function<void(std::size_t instance, std::vector<double>& scores)>& class_scores,
    ThreadPool& pool);

}  // namespace clade::detail

// Scores of nodes, made from those of classes: the best score of a class at the node or below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "clade/label_space.h"
#include "measure/closed_set_curve.h"

namespace clade::detail {

// A node added for labels at an inner node stands for that node and is not measured itself.
class NodeScores {
 public:
  // `labels` must outlive this object.
  explicit NodeScores(const LabelSpace& labels);

  std::size_t nodes() const { return level_.size(); }
  std::size_t levels() const { return levels_; }
  // The longest way from the root; 0 for a node that is not measured: the root and added nodes.
  std::size_t level(NodeId node) const { return level_[index_of(node)]; }

  // -infinity where no class at the node or below has a score.
  void spread(std::span<const double> class_scores, std::vector<double>& node_scores) const;

 private:
  const LabelSpace& labels_;
  std::vector<std::size_t> level_;
  std::size_t levels_ = 0;
};

// Average precision of the pairs of an instance and a node (Vens et al. 2008), and what sets of
// nodes are worth that a threshold makes.
struct NodePrecision {
  std::optional<double> pooled;                  // over the nodes of `from_level` and deeper
  std::vector<std::optional<double>> by_level;   // from 0; absent without a positive pair
  std::optional<ClosedSetMeasures> closed_sets;  // over the nodes of `from_level` and deeper
};

// What is measured, instance by instance; the functions are called once for each, from several
// threads.
struct NodePairs {
  std::size_t instances = 0;
  std::function<void(std::size_t instance, std::vector<double>& values)> node_values;
  // The true nodes, with all ancestors but the root, sorted.
  std::function<std::vector<NodeId>(std::size_t instance)> true_nodes;
  std::vector<std::int64_t> information;            // by node (NodeInformation)
  std::function<void(std::size_t instances)> done;  // hears that so many more were counted
};

// `positives`: by level, the scores of the pairs where the node is an ancestor of a true label, of
// all ranks; `pairs` are those of this rank.
NodePrecision node_precision(const NodeScores& nodes,
                             std::span<const std::vector<double>> positives, std::size_t from_level,
                             const NodePairs& pairs, ThreadPool& pool,
                             Communicator& peers = single_rank());

}  // namespace clade::detail

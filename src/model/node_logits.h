// Probabilities of nodes where an instance may have several labels: every node by itself, then
// never below that of a child.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/calibration.h"

namespace clade::detail {

// The nodes of a label space by level.
class NodeLevels {
 public:
  explicit NodeLevels(const LabelSpace& labels);

  std::size_t depth(NodeId node) const { return depth_[index_of(node)]; }
  std::size_t height(NodeId node) const { return height_[index_of(node)]; }
  std::size_t count() const { return nodes_.size(); }
  // From 1.
  std::span<const NodeId> nodes(std::size_t level) const { return nodes_[level - 1]; }

 private:
  std::vector<std::size_t> depth_, height_;
  std::vector<std::vector<NodeId>> nodes_;
};

// By node: the best score of a class at it or below that can be predicted; -infinity without one.
void spread_scores(const LabelSpace& labels, std::span<const double> class_scores,
                   std::span<double> node_scores);

// What a node's log odds are a sum of (Calibration::levels).
Calibration::LevelTerms level_terms(double z, double largest);

// `scratch` is of any size.
void set_independent_probabilities(const LabelSpace& labels, const NodeLevels& levels,
                                   const Calibration& calibration,
                                   std::span<const double> class_scores, Probabilities& out);

}  // namespace clade::detail

// How many pairs of an instance and a label, or node, score at least a threshold, and how many of
// them are true: what precision-recall curves are drawn from.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "clade/metrics.h"
#include "measure/node_scores.h"

namespace clade::detail {

inline constexpr std::size_t points_of_all = 100;    // of a curve of all labels or nodes
inline constexpr std::size_t points_of_a_node = 30;  // of the curve of one node
inline constexpr std::size_t most_node_curves = 200;

// The scores of the true pairs where these are at most `points` (three or more). Else as many
// thresholds, half of them where true pairs are found in equal steps and half at equal distances,
// from the lowest of the scores to the highest. Rising, and rounded down to six digits, so that
// what is at least a threshold is the same for whoever reads it. Scores of -infinity have no
// threshold.
std::vector<double> curve_thresholds(std::vector<double> positives, std::size_t points);

// The values of the true nodes of instances come first, then those of all nodes.
class CurveCounter {
 public:
  // A true node of an instance with its value; added nodes included.
  using Positive = std::pair<NodeId, double>;

  // Curves over the nodes of `from_level` and deeper. The arguments must outlive this object.
  CurveCounter(const LabelSpace& labels, const NodeScores& nodes, std::size_t from_level,
               std::vector<Positive> positives);

  // Once for every instance, from several threads; `values` is by node.
  void count(std::span<const double> values);

  EvaluationCurves curves() const;

 private:
  // Counts of one curve, by how many of its thresholds a value reaches.
  struct Curve {
    explicit Curve(std::vector<double> positive_values, std::size_t points);
    std::size_t reached(double value) const;
    ThresholdCurve result() const;

    std::vector<double> positives, thresholds;
    std::vector<std::atomic<std::size_t>> given;  // [0] is not used
  };
  static void add(const std::vector<std::size_t>& counts, Curve& curve);

  std::vector<NodeId> classes_;   // the nodes of the classes, where all are terminal
  std::vector<NodeId> measured_;  // nodes
  std::vector<NodeId> single_;    // nodes with a curve of their own
  std::vector<Curve> by_node_;    // of these
  Curve of_classes_, of_nodes_;
};

}  // namespace clade::detail

// Probabilities of classes and nodes, and answers that use them; for calibrated models.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "clade/model.h"

namespace clade {

// What labels are to each other.
enum class LabelKind {
  exclusive,    // an instance has one: probabilities of classes sum to 1, a node has those of its
                // classes together
  independent,  // it may have several: a node is at least as probable as each of its children
};

// Of one instance; by class and by node. The root has 1.
struct Probabilities {
  std::vector<double> classes, nodes;
  std::vector<double> scratch;
};

// From the scores of a model to probabilities. Immutable, safe to use from several threads.
class ProbabilityMap {
 public:
  // Error{usage} where the model has no calibration.
  explicit ProbabilityMap(const Model& model);
  ~ProbabilityMap();
  ProbabilityMap(ProbabilityMap&&) noexcept;
  ProbabilityMap& operator=(ProbabilityMap&&) noexcept;

  // `class_scores` as Scorer::class_scores gives them.
  void apply(std::span<const double> class_scores, Probabilities& out) const;

  const LabelSpace& labels() const;
  // The depth of a node, as Taxonomy::depth.
  std::size_t depth(NodeId node) const;
  // How far the lowest terminal node below a node is.
  std::size_t height(NodeId node) const;

  // A small set of nodes that holds all true labels of an instance with probability `coverage`, by
  // split conformal prediction: the classes of at least some probability, a node in place of three
  // of its children or more. Most probable first; empty where no class is probable enough.
  // 0 < coverage < 1.
  std::vector<NodeId> prediction_set(const Probabilities& p, double coverage) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

// The deepest node that is at least so probable: the root where no other is. The more probable of
// equally deep ones, then the first.
NodeId deepest_sure_node(const ProbabilityMap& map, const Probabilities& p, double confidence);

// The class with the smallest expected loss under tree loss (half the symmetric difference of
// ancestor sets), among those that can be predicted; with several labels the difference to the
// ancestors of all of them.
Prediction least_tree_loss(const ProbabilityMap& map, const Probabilities& p);

// What an answer costs, by node: `wrong` where the truth is not at the node or below, `vague` where
// it is.
struct AnswerCosts {
  std::vector<double> wrong, vague;
};
struct LeastRiskAnswer {
  NodeId node;
  double risk;  // expected cost
};
// The answer of the smallest expected cost; the deepest of equal ones, then the first.
LeastRiskAnswer least_risk(const ProbabilityMap& map, const Probabilities& p,
                           const AnswerCosts& costs);

}  // namespace clade

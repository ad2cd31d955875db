// The set of labels with the smallest expected loss between sets (thesis Eq. 3.11).
//
// The expected loss of a set Y' is, with A = anc(Y') and p_v the probability that v is in anc(Y),
//   sum over v in A of false_v (1 - p_v) + sum over the other v of miss_v p_v,
// whatever labels have to do with each other: it is linear in A. So the best A is found exactly
// from the leaves of a tree up: a node is worth its own term and those of its children that are
// worth being in A, and where none is and the node is no class, that of the best child.
#pragma once

#include <vector>

#include "clade/label_space.h"
#include "clade/loss.h"
#include "clade/probabilities.h"

namespace clade::detail {

// Immutable, safe to use from several threads.
class LeastSetLoss {
 public:
  // Empty costs: 1 of every node. Error{usage} for a DAG, where the best set is as hard to find as
  // the smallest cover of a set.
  LeastSetLoss(const LabelSpace& labels, NodeCosts costs);

  // `node_probabilities` by node. The deepest classes of the set, in the order of their numbers:
  // what is above them belongs to it anyway. Empty where no label is worth its expected cost.
  void choose(std::span<const double> node_probabilities, std::vector<ClassId>& out) const;

 private:
  LabelSpace labels_;
  NodeCosts costs_;
  std::vector<char> is_class_;  // by node: there is a class that can be predicted
};

}  // namespace clade::detail

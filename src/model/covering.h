// Sets of nodes that hold the truth: which nodes stand for the classes above a threshold.
#pragma once

#include <span>
#include <vector>

#include "clade/label_space.h"

namespace clade::detail {

// For a threshold t the set has every class of at least that probability. A node stands for all
// classes below it where all its children do, or where three of its children or more have a class
// in the set: one vague answer in place of many. The root only stands for all classes. The sets
// grow as t falls, which is what conformal prediction needs.
class Covering {
 public:
  // `labels` must outlive this object.
  Covering(const LabelSpace& labels, std::span<const double> class_probabilities);

  // The largest threshold whose set holds the label: it, or a class below it where it is never
  // predicted itself (LabelNodes::path).
  double holds_up_to(ClassId label) const;
  // The nodes of the set, each of which holds all below it.
  std::vector<NodeId> nodes(double threshold) const;

 private:
  void set_whole(NodeId node);
  NodeId lowest_of_same(NodeId node) const;

  const LabelSpace& labels_;
  // By node: the probability of the class there, the largest at it or below, and up to which
  // threshold the node stands for all below. -1 where no class can be predicted.
  std::vector<double> own_, best_, whole_;
};

}  // namespace clade::detail

// A perfect tree whose categories score points by random weights (CIKM 6.3, thesis 7.1.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"

namespace clade::detail {

// Every inner node has `fanout` children and every category is `depth` steps below the root.
// Nodes are in the order of a walk by levels; their names tell their place: root, n2, n2.1.
class PerfectTree {
 public:
  // Error{usage} where there would be more than `most_nodes`.
  PerfectTree(std::size_t fanout, std::size_t depth, std::size_t most_nodes);

  std::size_t size() const { return names_.size(); }
  std::size_t first_category() const { return first_category_; }
  std::size_t categories() const { return size() - first_category_; }
  const std::string& name(std::size_t node) const { return names_[node]; }
  std::size_t parent(std::size_t node) const { return parents_[node]; }  // not of the root
  std::size_t level(std::size_t node) const { return levels_[node]; }    // 0 for the root

  std::string edge_list() const;  // parent<TAB>child per line, a child before its own children

 private:
  std::vector<std::string> names_;
  std::vector<std::size_t> parents_;
  std::vector<std::size_t> levels_;
  std::size_t first_category_ = 0;
};

// The papers: nodes of one level share a normal distribution with a diagonal covariance, variances
// decrease from top to bottom, and a category's weights are the sum over its path to the root.
// Not in the papers, chosen here: the mean is zero, all features of a level have the same standard
// deviation, it is 1 below the root and halves with each further level, and the root's weights are
// zero. (With one label per point they would cancel; with several they would shift all scores
// alike.) With these choices hard margin flat and hierarchical SVMs come near CIKM's table 1.
class ScoredTree {
 public:
  ScoredTree(PerfectTree tree, std::size_t features, Random& random);

  const PerfectTree& tree() const { return tree_; }
  std::size_t categories() const { return tree_.categories(); }
  const std::string& category_name(std::size_t category) const {
    return tree_.name(tree_.first_category() + category);
  }
  std::span<const double> weights(std::size_t category) const;
  void score(std::span<const double> point, std::span<double> scores) const;

 private:
  PerfectTree tree_;
  std::size_t features_;
  std::vector<double> weights_;  // summed along the path, by node
};

}  // namespace clade::detail

// Score maps whose units form a forest, as Newton's elimination goes through them.
//
// The units of a decision, sorted by how many decisions they serve, are a path from a root. With
// node strengths lambda_u, the sums s_u = s_parent + lambda_u w_u along such paths, and a factor
// a_c of the decision,
//
//   F_c = o_c w_u + a_c s_parent     at the last node u of its path:
//
// the own node may have a strength of its own (leaf:S), and decisions at different depths may weigh
// all their ancestors differently (class-depth). Depth, depth+root, unit, normalized of trees, and
// one unit for each decision (flat) are of this form; DAGs and most attributes from files are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "taxonomy/score_map.h"

namespace clade::detail {

class ScoreForest {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Node {  // by unit
    std::uint32_t parent = none;
    std::uint32_t tree = 0;    // trees are numbered in the order of their roots
    std::uint32_t height = 0;  // 0: no children
    double strength = 1;       // lambda
    std::vector<std::uint32_t> children, decisions;  // the latter end here
  };
  struct Ending {               // by decision
    std::uint32_t node = none;  // none: the decision has no units, its score is zero
    double own = 0;             // o
    double factor = 0;          // a; 0 at roots
  };

  // Nothing where the map is no forest in this sense.
  static std::optional<ScoreForest> find(const ScoreMap& map);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Ending>& endings() const { return endings_; }
  std::size_t trees() const { return trees_; }
  std::uint32_t tree_of_decision(std::size_t decision) const {
    const std::uint32_t node = endings_[decision].node;
    return node == none ? none : nodes_[node].tree;
  }
  // Units by height.
  const std::vector<std::vector<std::uint32_t>>& levels() const { return levels_; }
  // Whether M_Ds of the elimination (forest_elimination.h) is a multiple k of M_DD - I, and the k.
  std::optional<double> simple_ratio(std::uint32_t node) const;

 private:
  bool take_paths(const ScoreMap& map);
  bool take_strengths(const ScoreMap& map);
  void number_trees();

  std::vector<Node> nodes_;
  std::vector<Ending> endings_;
  std::vector<std::vector<std::uint32_t>> levels_;
  std::vector<std::vector<Attribute>> paths_;  // by decision, from the root
  std::size_t trees_ = 0;
};

}  // namespace clade::detail

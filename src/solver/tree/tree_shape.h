// Score maps whose units form a tree over the decisions.
//
// Every decision has a unit of its own, which scores nothing else, and above it the same units as
// its siblings. An inner unit's strength for a decision is a number of the unit times one of the
// decision (its factor), so that `leaf:S` on a taxonomy of uneven depth is a tree, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "taxonomy/score_map.h"

namespace clade::detail {

struct TreeShape {
  struct Inner {
    std::uint32_t parent;  // the number of an inner node before this one, or `root`
    std::uint32_t unit;
    double strength;
    std::uint32_t level;  // 0: below the root
  };
  struct Leaf {
    std::uint32_t parent;  // the number of an inner node, or `root`
    std::uint32_t unit;
    double strength;  // of its own unit
    double factor;    // of the inner units above
  };
  // The root has no unit. A unit that scores all decisions is a node below it like any other.
  static constexpr std::uint32_t root = ~std::uint32_t{0};

  std::vector<Inner> inner;  // by level; within a level, nodes with many leaves first
  std::vector<Leaf> leaves;  // by decision
  bool has_equal_factors = true;
};

// Nothing where the units form no such tree.
std::optional<TreeShape> tree_shape(const ScoreMap& map);

}  // namespace clade::detail

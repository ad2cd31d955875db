// A tree with a given number of nodes on each level, whose inner nodes have unequally many
// children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"

namespace clade {

// Nodes are in the order of a walk by levels, the root first. The last level is the leaves: every
// inner node has at least one child. Names are made-up words, all different.
class LevelTree {
 public:
  // `levels`: nodes on each level below the root, none smaller than the one before.
  LevelTree(std::span<const std::size_t> levels, Random& random);

  std::size_t size() const { return parents_.size(); }
  std::size_t first_leaf() const { return first_leaf_; }
  std::size_t leaves() const { return size() - first_leaf_; }
  std::uint32_t parent(std::size_t node) const { return parents_[node]; }  // not of the root
  std::string name(std::size_t node) const;

  std::string edge_list() const;  // parent<TAB>child per line, a child before its own children

 private:
  void add_level(std::size_t nodes, Random& random);

  std::vector<std::uint32_t> parents_{0};
  std::size_t first_leaf_ = 0;
};

}  // namespace clade

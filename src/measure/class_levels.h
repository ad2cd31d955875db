// Levels of a taxonomy, and on which of them two classes agree.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/taxonomy.h"
#include "taxonomy/ancestor_sets.h"

namespace clade::detail {

// The level of a node is the longest way to it from the root (levels_of). Cut at level L, a class
// is the set of its ancestors (itself included) of level at most L that have no descendant of level
// at most L among its ancestors: on a tree one node, its ancestor of level L or the class itself
// where it is not that deep. Two classes agree on a level when their cuts share a node, so on the
// deepest level only a class and itself agree.
class ClassLevels {
 public:
  // Row i of `ancestors` belongs to class i; `ancestors` must outlive this object.
  ClassLevels(const Taxonomy& taxonomy, const AncestorSets& ancestors);

  std::size_t count() const { return nodes_.size() - 1; }  // the deepest level
  std::size_t nodes(std::size_t level) const { return nodes_[level]; }
  std::size_t level(NodeId node) const { return level_[index_of(node)]; }

  // Sets agree[level] for every level on which the two classes agree; levels from 0, the root's.
  void mark_agreement(std::size_t a, std::size_t b, std::span<char> agree) const;

 private:
  const AncestorSets& ancestors_;
  std::vector<std::size_t> level_;  // by node
  std::vector<std::size_t> nodes_;  // by level
  Csr<std::size_t> ends_;           // by class and ancestor: the level where it leaves the cut
};

}  // namespace clade::detail

// The ancestor sets of many nodes, kept side by side.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/taxonomy.h"
#include "taxonomy/class_index.h"

namespace clade::detail {

// Row i is Taxonomy::ancestor_set(nodes[i]) sorted by node id, for merging.
class AncestorSets {
 public:
  AncestorSets(const Taxonomy& taxonomy, std::span<const NodeId> nodes);
  std::size_t size() const { return sets_.size(); }
  std::span<const NodeId> of(std::size_t i) const { return sets_.row(i); }

 private:
  Csr<NodeId> sets_;
};

// |a intersected with b| of two sorted sets.
std::size_t common_size(std::span<const NodeId> a, std::span<const NodeId> b);

// Ancestor sets for a loss: kept for the classes, computed for any other node.
class ClassAncestors {
 public:
  ClassAncestors(const Taxonomy& taxonomy, std::span<const NodeId> classes)
      : taxonomy_(taxonomy), index_(taxonomy, classes), sets_(taxonomy, classes) {}

  const Taxonomy& taxonomy() const { return taxonomy_; }
  // Sorted by node id. `room` is used where the set is not kept.
  std::span<const NodeId> of(NodeId node, std::vector<NodeId>& room) const;

 private:
  Taxonomy taxonomy_;
  ClassIndex index_;
  AncestorSets sets_;
};

}  // namespace clade::detail

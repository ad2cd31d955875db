// Ancestor sets for a loss: kept for the classes, computed for any other node.
#pragma once

#include <span>
#include <vector>

#include "clade/taxonomy.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/class_index.h"

namespace clade {

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

}  // namespace clade

// The ancestor sets of many nodes, kept side by side.
#pragma once

#include <cstddef>
#include <span>

#include "base/csr.h"
#include "clade/taxonomy.h"

namespace clade {

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

}  // namespace clade

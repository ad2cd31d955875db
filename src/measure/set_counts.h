// Counts of true, predicted and rightly predicted labels, and the measures made from them.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "clade/label_space.h"
#include "taxonomy/ancestor_sets.h"

namespace clade::detail {

// What is in the truth, in the prediction and in both. A ratio without a denominator is 0.
struct Overlap {
  std::size_t truth = 0, predicted = 0, both = 0;

  double precision() const;
  double recall() const;
  double f1() const;
  std::size_t symmetric_difference() const { return truth + predicted - 2 * both; }
  Overlap& operator+=(const Overlap& other);
};

// The classes extended by all ancestors but the root, sorted.
std::vector<NodeId> with_ancestors(const AncestorSets& ancestors, NodeId root,
                                   std::span<const ClassId> classes);
// Of two such sets.
Overlap node_overlap(std::span<const NodeId> truth, std::span<const NodeId> predicted);

// Of one instance; the metrics are their means.
struct SetDifferences {
  std::size_t labels = 0;  // |Y sym.diff. Y'|
  // |anc(Y) sym.diff. anc(Y')|: here the root is in the ancestor set of every label, so it counts
  // where just one of the sets is empty.
  std::size_t ancestor_sets = 0;
};

// Both sets sorted; `nodes` is their node_overlap.
SetDifferences set_differences(std::span<const ClassId> truth, std::span<const ClassId> predicted,
                               const Overlap& nodes);

// Sums of whole numbers, so the order in which instances are added does not matter.
class SetCounts {
 public:
  explicit SetCounts(std::size_t classes) : classes_(classes) {}
  SetCounts(std::vector<Overlap> classes, Overlap nodes)
      : classes_(std::move(classes)), nodes_(nodes) {}

  // Both sets sorted; `nodes` is their node_overlap. They count so many `times`.
  void add(std::span<const ClassId> truth, std::span<const ClassId> predicted, const Overlap& nodes,
           std::size_t times = 1);

  std::span<const Overlap> classes() const { return classes_; }
  Overlap labels() const;  // summed over classes
  const Overlap& nodes() const { return nodes_; }

 private:
  std::vector<Overlap> classes_;
  Overlap nodes_;
};

}  // namespace clade::detail

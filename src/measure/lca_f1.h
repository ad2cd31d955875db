// F_LCA of Kosmopoulos et al. (2015), "Evaluation measures for hierarchical classification": true
// and predicted labels are compared by the nodes that join them to their lowest common ancestors.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/label_space.h"
#include "taxonomy/ancestor_sets.h"

namespace clade::detail {

// A lowest common ancestor (LCA) of two nodes is a common ancestor without another one below it;
// in a DAG there may be several. A label is served by the LCAs over which the way to a label of
// the other set is shortest. Of all these LCAs as few as possible are taken so that each label has
// one; they, the labels and the shortest ways up make the graph of the true and of the predicted
// labels. The smallest choice is found greedily (docs/METRICS.md).
class LcaF1 {
 public:
  // Row i of `ancestors` belongs to class i; both must outlive this object.
  LcaF1(const LabelSpace& labels, const AncestorSets& ancestors);

  // A label, by its place in the true labels followed by the predicted ones, and an LCA for it.
  struct Link {
    NodeId lca;
    std::size_t label;
    std::size_t steps;  // from the label up to the LCA
  };
  // Memory to be reused from instance to instance, one per thread.
  struct Scratch {
    struct Common {
      NodeId node;
      std::size_t steps_a, steps_b;
      bool is_lowest;
    };
    struct Choice {
      NodeId lca;
      std::size_t begin, end;  // of its links
      bool is_taken;
    };
    std::vector<Common> common;
    std::vector<Link> links;
    std::vector<std::vector<Link>> of_label;
    std::vector<std::size_t> distance;  // by label
    std::vector<Choice> choices;
    std::vector<std::size_t> servers;  // by label: the LCAs taken for it
    std::vector<NodeId> taken;         // LCAs, sorted
    std::vector<NodeId> true_graph, predicted_graph;
  };

  // 0 where a set is empty.
  double measure(std::span<const ClassId> truth, std::span<const ClassId> predicted,
                 Scratch& scratch) const;

 private:
  void find_common(ClassId a, ClassId b, Scratch& scratch) const;
  void link(std::span<const ClassId> truth, std::span<const ClassId> predicted,
            Scratch& scratch) const;
  void choose(Scratch& scratch) const;
  void climb(ClassId label, std::span<const Link> links, std::span<const NodeId> taken,
             std::vector<NodeId>& graph) const;

  const LabelSpace& labels_;
  const AncestorSets& ancestors_;
  std::vector<std::size_t> depth_;  // by node
  Csr<std::size_t> steps_;          // by class and ancestor: edges of the shortest way up
  Csr<NodeId> below_;               // by class and ancestor: the node before it on that way
};

}  // namespace clade::detail

// Hierarchical transfer (orthogonal sec. 5): topdown-svm without biases, where a node's weights are
// also held to those of its parent.
//
//   min 1/2 sum_i (||w_i||^2 + sum over the children j of i ||w_i - w_j||^2) + C/N sum_k xi_k
//
// over all nodes but the root, margins between siblings along the path.
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "method/margin/sibling_method.h"
#include "method/methods/methods.h"

namespace clade::detail {

namespace {

// The regulariser is w'Qw/2 with the tree's form Q, which eliminating nodes from the leaves up
// factorises without fill: with the pivots
//   d_v = 1 + [the parent is not the root] + sum over the children c of (1 - 1/d_c)
// Q^-1 = M M', where node j has the attribute d_v^(-1/2) times the product of 1/d_k over the nodes
// k from below v down to j, for every node v on its path.
ScoreMap transfer_attributes(const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  const auto top_down = taxonomy.top_down();
  std::vector<double> pivots(taxonomy.size());
  for (auto node = top_down.rbegin(); node != top_down.rend(); ++node) {
    if (*node == taxonomy.root()) continue;
    double pivot = taxonomy.parents(*node).front() == taxonomy.root() ? 1 : 2;
    for (const NodeId child : taxonomy.children(*node)) pivot += 1 - 1 / pivots[index_of(child)];
    pivots[index_of(*node)] = pivot;
  }
  return path_map(taxonomy, [&](NodeId node, NodeId ancestor) {
    double strength = 1 / std::sqrt(pivots[index_of(ancestor)]);
    for (; node != ancestor; node = taxonomy.parents(node).front()) {
      strength /= pivots[index_of(node)];
    }
    return strength;
  });
}

class Transfer : public SiblingMethod<> {
 public:
  Transfer() : SiblingMethod("transfer", {.margin{.scale_C = ScaleC::n}}) {}

  MethodTraits traits() const override {
    MethodTraits traits = SiblingMethod::traits();
    traits.default_label_nodes = LabelNodes::path;
    traits.copies_weights = true;
    return traits;
  }
  void check_update(const Model& /*from*/) const override {
    fail(ErrorKind::usage,
         "a model of transfer cannot be updated: it holds the nodes' weights, not what they share; "
         "train again");
  }

 protected:
  MarginDesign design(const SiblingParams& /*params*/, const Dataset& data,
                      const LabelSpace& labels) const override {
    MarginDesign result = sibling_design(data, labels);
    result.decisions = transfer_attributes(labels);
    return result;
  }
};

}  // namespace

std::unique_ptr<Method> make_transfer() { return std::make_unique<Transfer>(); }

}  // namespace clade::detail

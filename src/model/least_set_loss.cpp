#include "model/least_set_loss.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

void check_tree(const Taxonomy& taxonomy) {
  if (taxonomy.is_tree()) return;
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.parents(node).size() < 2) continue;
    fail_parameter("label_set", "least-loss needs a tree; node {} has several parents",
                   quoted(taxonomy.name(node)));
  }
}

}  // namespace

LeastSetLoss::LeastSetLoss(const LabelSpace& labels, NodeCosts costs)
    : labels_(labels), costs_(std::move(costs)), is_class_(labels.taxonomy().size(), 0) {
  check_tree(labels.taxonomy());
  const std::size_t nodes = labels.taxonomy().size();
  if (costs_.miss.empty()) costs_.miss.assign(nodes, 1);
  if (costs_.false_alarm.empty()) costs_.false_alarm.assign(nodes, 1);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label)) is_class_[index_of(labels.node(label))] = 1;
  }
}

void LeastSetLoss::choose(std::span<const double> node_probabilities,
                          std::vector<ClassId>& out) const {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Taxonomy& tree = labels_.taxonomy();
  const auto nodes = tree.top_down();
  // What the expected loss changes by where a node and the best of what is below it are in A.
  std::vector<double> change(tree.size(), never);
  const auto best_child = [&](NodeId node) {
    const auto children = tree.children(node);
    return *std::min_element(children.begin(), children.end(), [&](NodeId a, NodeId b) {
      return change[index_of(a)] < change[index_of(b)];
    });
  };
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    const std::size_t n = index_of(*node);
    double below = 0;
    for (const NodeId child : tree.children(*node)) below += std::min(0.0, change[index_of(child)]);
    if (below == 0 && is_class_[n] == 0) {
      below = tree.children(*node).empty() ? never : change[index_of(best_child(*node))];
    }
    const double p = node_probabilities[n];
    change[n] = costs_.false_alarm[n] * (1 - p) - costs_.miss[n] * p + below;
  }
  out.clear();
  std::vector<char> is_chosen(tree.size(), 0);
  is_chosen[index_of(tree.root())] = change[index_of(tree.root())] < 0;
  for (const NodeId node : nodes) {
    if (is_chosen[index_of(node)] == 0) continue;
    bool ends_here = true;
    for (const NodeId child : tree.children(node)) {
      if (change[index_of(child)] >= 0) continue;
      is_chosen[index_of(child)] = 1;
      ends_here = false;
    }
    if (!ends_here) continue;
    if (is_class_[index_of(node)] != 0) {
      out.push_back(*labels_.class_at(node));
    } else {
      is_chosen[index_of(best_child(node))] = 1;
    }
  }
  std::sort(out.begin(), out.end());
}

}  // namespace clade::detail

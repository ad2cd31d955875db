#include "model/covering.h"

#include <algorithm>
#include <cstddef>

namespace clade::detail {

namespace {

constexpr double nothing = -1;
constexpr std::size_t many = 3;

}  // namespace

Covering::Covering(const LabelSpace& labels, std::span<const double> class_probabilities)
    : labels_(labels), own_(labels.taxonomy().size(), nothing) {
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label)) own_[index_of(labels.node(label))] = class_probabilities[c];
  }
  best_ = own_;
  whole_ = own_;
  const auto order = labels.taxonomy().top_down();
  for (auto node = order.rbegin(); node != order.rend(); ++node) set_whole(*node);
}

void Covering::set_whole(NodeId node) {
  std::vector<double> best;  // of the children that lead to a class, and of the node's own class
  double least = 2;
  const auto take = [&](double best_there, double whole_there) {
    if (best_there == nothing) return;
    best.push_back(best_there);
    least = std::min(least, whole_there);
  };
  take(own_[index_of(node)], own_[index_of(node)]);
  for (const NodeId child : labels_.taxonomy().children(node)) {
    take(best_[index_of(child)], whole_[index_of(child)]);
  }
  if (best.empty()) return;
  std::sort(best.rbegin(), best.rend());
  best_[index_of(node)] = best.front();
  double& whole = whole_[index_of(node)];
  whole = least;
  const bool is_root = node == labels_.taxonomy().root();
  if (best.size() >= many && !is_root) whole = std::max(whole, best[many - 1]);
}

double Covering::holds_up_to(ClassId label) const {
  const NodeId node = labels_.node(label);
  const bool is_predictable = labels_.is_predictable(label);
  double threshold = is_predictable ? own_[index_of(node)] : best_[index_of(node)];
  for (const NodeId above : labels_.taxonomy().ancestor_set(node)) {
    threshold = std::max(threshold, whole_[index_of(above)]);
  }
  return std::max(threshold, 0.0);
}

// Down to where classes part.
NodeId Covering::lowest_of_same(NodeId node) const {
  for (;;) {
    std::vector<NodeId> live;
    for (const NodeId child : labels_.taxonomy().children(node)) {
      if (best_[index_of(child)] != nothing) live.push_back(child);
    }
    if (live.size() != 1 || own_[index_of(node)] != nothing) return node;
    node = live.front();
  }
}

std::vector<NodeId> Covering::nodes(double threshold) const {
  const Taxonomy& taxonomy = labels_.taxonomy();
  // A node is held where one above it is: parents come first.
  std::vector<char> held(taxonomy.size(), 0);
  std::vector<NodeId> found;
  for (const NodeId node : taxonomy.top_down()) {
    const auto parents = taxonomy.parents(node);
    char& is_held = held[index_of(node)];
    is_held = std::any_of(parents.begin(), parents.end(),
                          [&](NodeId parent) { return held[index_of(parent)] != 0; });
    if (is_held != 0) continue;
    const bool is_whole = whole_[index_of(node)] >= threshold;
    if (!is_whole && own_[index_of(node)] < threshold) continue;
    is_held = is_whole ? 1 : 0;  // an inner class alone says nothing of those below
    found.push_back(is_whole ? lowest_of_same(node) : node);
  }
  // In a DAG two may have come down to the same node.
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace clade::detail

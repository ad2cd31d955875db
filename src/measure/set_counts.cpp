#include "measure/set_counts.h"

#include <algorithm>

namespace clade::detail {
namespace {

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double Overlap::precision() const { return ratio(both, predicted); }
double Overlap::recall() const { return ratio(both, truth); }
double Overlap::f1() const { return ratio(2 * both, truth + predicted); }

Overlap& Overlap::operator+=(const Overlap& other) {
  truth += other.truth;
  predicted += other.predicted;
  both += other.both;
  return *this;
}

std::vector<NodeId> with_ancestors(const AncestorSets& ancestors, NodeId root,
                                   std::span<const ClassId> classes) {
  std::vector<NodeId> nodes;
  for (const ClassId c : classes) {
    const auto set = ancestors.of(index_of(c));
    nodes.insert(nodes.end(), set.begin(), set.end());
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  std::erase(nodes, root);
  return nodes;
}

Overlap node_overlap(std::span<const NodeId> truth, std::span<const NodeId> predicted) {
  return {truth.size(), predicted.size(), common_size(truth, predicted)};
}

SetDifferences set_differences(std::span<const ClassId> truth, std::span<const ClassId> predicted,
                               const Overlap& nodes) {
  Overlap labels{truth.size(), predicted.size(), 0};
  for (const ClassId c : predicted) {
    if (std::binary_search(truth.begin(), truth.end(), c)) ++labels.both;
  }
  const bool root_differs = truth.empty() != predicted.empty();
  return {labels.symmetric_difference(), nodes.symmetric_difference() + (root_differs ? 1U : 0U)};
}

void SetCounts::add(std::span<const ClassId> truth, std::span<const ClassId> predicted,
                    const Overlap& nodes, std::size_t times) {
  for (const ClassId c : truth) classes_[index_of(c)].truth += times;
  for (const ClassId c : predicted) {
    classes_[index_of(c)].predicted += times;
    if (std::binary_search(truth.begin(), truth.end(), c)) classes_[index_of(c)].both += times;
  }
  nodes_ += {nodes.truth * times, nodes.predicted * times, nodes.both * times};
}

Overlap SetCounts::labels() const {
  Overlap total;
  for (const Overlap& c : classes_) total += c;
  return total;
}

}  // namespace clade::detail

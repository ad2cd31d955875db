// Answers that use probabilities.
#include <algorithm>
#include <limits>

#include "clade/probabilities.h"

namespace clade {

using namespace detail;

namespace {

// Every node from the first, the root among them.
template <class Visit>
void for_each_node(const ProbabilityMap& map, Visit visit) {
  for (std::size_t n = 0; n < map.labels().taxonomy().size(); ++n) visit(static_cast<NodeId>(n));
}

}  // namespace

NodeId deepest_sure_node(const ProbabilityMap& map, const Probabilities& p, double confidence) {
  NodeId best = map.labels().taxonomy().root();
  for_each_node(map, [&](NodeId node) {
    const double own = p.nodes[index_of(node)];
    if (own < confidence || map.depth(node) < map.depth(best)) return;
    if (map.depth(node) > map.depth(best) || own > p.nodes[index_of(best)]) best = node;
  });
  return best;
}

// E |anc(y) symmetric difference anc(g)| is a constant and, over the ancestors of g, the sum of
// 1 - 2 p: each is in the difference with 1 - p, and would be with p were it left out.
Prediction least_tree_loss(const ProbabilityMap& map, const Probabilities& p) {
  const LabelSpace& labels = map.labels();
  const Taxonomy& taxonomy = labels.taxonomy();
  double of_all = 0;
  for (const double node : p.nodes) of_all += node;
  std::vector<double> along(taxonomy.size(), 0);
  const bool is_tree = taxonomy.is_tree();
  const auto gain = [&](NodeId node) { return 1 - 2 * p.nodes[index_of(node)]; };
  for (const NodeId node : taxonomy.top_down()) {
    if (!is_tree) break;
    along[index_of(node)] = gain(node);
    for (const NodeId parent : taxonomy.parents(node))
      along[index_of(node)] += along[index_of(parent)];
  }
  Prediction best{ClassId{0}, std::numeric_limits<double>::infinity()};
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (!labels.is_predictable(label)) continue;
    double sum = along[index_of(labels.node(label))];
    if (!is_tree) {
      for (const NodeId node : taxonomy.ancestor_set(labels.node(label))) sum += gain(node);
    }
    const double loss = (of_all + sum) / 2;
    if (loss < best.score) best = {label, loss};
  }
  return best;
}

LeastRiskAnswer least_risk(const ProbabilityMap& map, const Probabilities& p,
                           const AnswerCosts& costs) {
  const NodeId root = map.labels().taxonomy().root();
  LeastRiskAnswer best{root, std::numeric_limits<double>::infinity()};
  for_each_node(map, [&](NodeId node) {
    const std::size_t n = index_of(node);
    const double risk = p.nodes[n] * costs.vague[n] + (1 - p.nodes[n]) * costs.wrong[n];
    const bool deeper = risk == best.risk && map.depth(node) > map.depth(best.node);
    if (risk < best.risk || deeper) best = {node, risk};
  });
  return best;
}

}  // namespace clade

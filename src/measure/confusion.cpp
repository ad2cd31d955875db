#include "measure/confusion.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace clade::detail {

namespace {

std::vector<NodeId> all_nodes(const Taxonomy& taxonomy) {
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) nodes.push_back(static_cast<NodeId>(n));
  return nodes;
}

std::vector<NodeId> sorted(std::span<const NodeId> nodes) {
  std::vector<NodeId> result(nodes.begin(), nodes.end());
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<NodeId> common(const std::vector<NodeId>& a, const std::vector<NodeId>& b) {
  std::vector<NodeId> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

std::vector<NodeId> without(const std::vector<NodeId>& a, const std::vector<NodeId>& b) {
  std::vector<NodeId> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

Confusion::Confusion(const Taxonomy& taxonomy)
    : taxonomy_(taxonomy),
      ancestors_(taxonomy, all_nodes(taxonomy)),
      records_(taxonomy.size()),
      labels_(taxonomy.size()) {}

bool Confusion::is_above(NodeId node, NodeId below) const {
  const auto above = ancestors_.of(index_of(below));
  return std::binary_search(above.begin(), above.end(), node);
}

std::size_t Confusion::distance(NodeId a, NodeId b) const {
  const auto above_a = ancestors_.of(index_of(a)), above_b = ancestors_.of(index_of(b));
  return above_a.size() + above_b.size() - 2 * common_size(above_a, above_b);
}

std::vector<LabelPair> Confusion::pairs(std::span<const NodeId> truth,
                                        std::span<const NodeId> guesses) const {
  const std::vector<NodeId> own = sorted(truth), given = sorted(guesses);
  std::vector<LabelPair> pairs;
  for (const NodeId node : common(own, given)) pairs.push_back({node, node});
  const std::vector<NodeId> missed = without(own, given), added = without(given, own);

  std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> candidates;
  for (std::size_t m = 0; m < missed.size(); ++m) {
    for (std::size_t a = 0; a < added.size(); ++a) {
      candidates.emplace_back(distance(missed[m], added[a]), m, a);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  std::vector<char> is_paired_missed(missed.size()), is_paired_added(added.size());
  for (const auto& [far, m, a] : candidates) {
    if (is_paired_missed[m] != 0 || is_paired_added[a] != 0) continue;
    is_paired_missed[m] = is_paired_added[a] = 1;
    pairs.push_back({missed[m], added[a]});
  }
  for (std::size_t m = 0; m < missed.size(); ++m) {
    if (is_paired_missed[m] == 0) pairs.push_back({missed[m], std::nullopt});
  }
  for (std::size_t a = 0; a < added.size(); ++a) {
    if (is_paired_added[a] == 0) pairs.push_back({std::nullopt, added[a]});
  }
  return pairs;
}

std::vector<NodeId> Confusion::with_ancestors(std::span<const NodeId> nodes) const {
  std::vector<NodeId> all;
  for (const NodeId node : nodes) {
    const auto above = ancestors_.of(index_of(node));
    all.insert(all.end(), above.begin(), above.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void Confusion::count_labels(std::span<const NodeId> nodes, std::size_t NodeCounts::*which) {
  for (const NodeId node : nodes) {
    for (const NodeId above : ancestors_.of(index_of(node))) ++(labels_[index_of(above)].*which);
  }
}

void Confusion::add(std::span<const NodeId> truth, std::span<const NodeId> guesses) {
  for (const LabelPair& pair : pairs(truth, guesses)) ++counts_[pair];
  count_labels(truth, &NodeCounts::truth);
  count_labels(guesses, &NodeCounts::given);
  count_labels(common(sorted(truth), sorted(guesses)), &NodeCounts::right);

  const std::vector<NodeId> own = with_ancestors(truth), given = with_ancestors(guesses);
  for (const NodeId node : own) ++records_[index_of(node)].truth;
  for (const NodeId node : given) ++records_[index_of(node)].given;
  for (const NodeId node : common(own, given)) ++records_[index_of(node)].right;
}

// Nothing where there is no confusion, or where the guess is right as far as it goes.
std::optional<LabelPair> Confusion::lifted(const LabelPair& pair) const {
  if (!pair.is_confusion() || is_above(*pair.guess, *pair.truth)) return std::nullopt;
  return LabelPair{pair.truth, taxonomy_.parents(*pair.guess).front()};
}

std::vector<ConfusionCell> Confusion::cells(std::size_t most) const {
  Counts counts = counts_;
  bool can_be_lifted = true;
  while (counts.size() > most && can_be_lifted) {
    std::vector<std::pair<std::size_t, LabelPair>> by_count;  // at the beginning of the round
    for (const auto& [pair, count] : counts) {
      if (lifted(pair)) by_count.emplace_back(count, pair);
    }
    can_be_lifted = !by_count.empty();
    std::sort(by_count.begin(), by_count.end());
    by_count.resize((by_count.size() + 1) / 2);
    for (const auto& entry : by_count) {
      const auto cell = counts.extract(entry.second);  // may have grown since
      counts[*lifted(entry.second)] += cell.mapped();
    }
  }
  std::vector<ConfusionCell> cells;
  for (const auto& [pair, count] : counts) cells.push_back({pair, count});
  return cells;
}

}  // namespace clade::detail

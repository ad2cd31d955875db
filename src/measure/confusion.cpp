#include "measure/confusion.h"

#include <algorithm>
#include <limits>

namespace clade::detail {

namespace {

constexpr std::uint32_t no_guess = std::numeric_limits<std::uint32_t>::max();

std::vector<NodeId> all_nodes(const Taxonomy& taxonomy) {
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < taxonomy.size(); ++n) nodes.push_back(static_cast<NodeId>(n));
  return nodes;
}

}  // namespace

Confusion::Confusion(const Taxonomy& taxonomy)
    : taxonomy_(taxonomy), ancestors_(taxonomy, all_nodes(taxonomy)) {}

bool Confusion::is_above(NodeId node, NodeId below) const {
  const auto above = ancestors_.of(index_of(below));
  return std::binary_search(above.begin(), above.end(), node);
}

std::optional<NodeId> Confusion::nearest(NodeId truth, std::span<const NodeId> guesses) const {
  std::optional<NodeId> best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  const auto own = ancestors_.of(index_of(truth));
  for (const NodeId guess : guesses) {
    const auto other = ancestors_.of(index_of(guess));
    const std::size_t different = own.size() + other.size() - 2 * common_size(own, other);
    if (different >= least) continue;
    least = different;
    best = guess;
  }
  return best;
}

void Confusion::add(std::span<const NodeId> truth, std::span<const NodeId> guesses, double share) {
  for (const NodeId node : truth) {
    const std::optional<NodeId> guess = nearest(node, guesses);
    counts_[{static_cast<std::uint32_t>(node),
             guess ? static_cast<std::uint32_t>(*guess) : no_guess}] += share;
  }
}

// Nothing where the guess is right, or right as far as it goes.
std::optional<Confusion::Key> Confusion::lifted(const Key& key) const {
  if (key.second == no_guess) return std::nullopt;
  const auto truth = static_cast<NodeId>(key.first), guess = static_cast<NodeId>(key.second);
  if (is_above(guess, truth)) return std::nullopt;
  return Key{key.first, static_cast<std::uint32_t>(taxonomy_.parents(guess).front())};
}

std::vector<ConfusionCell> Confusion::cells(std::size_t most) const {
  Counts counts = counts_;
  bool can_be_lifted = true;
  while (counts.size() > most && can_be_lifted) {
    std::vector<std::pair<double, Key>> by_count;  // at the beginning of the round
    for (const auto& [key, count] : counts) {
      if (lifted(key)) by_count.emplace_back(count, key);
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
  for (const auto& [key, count] : counts) {
    cells.push_back({static_cast<NodeId>(key.first), std::nullopt, count});
    if (key.second != no_guess) cells.back().guess = static_cast<NodeId>(key.second);
  }
  return cells;
}

}  // namespace clade::detail

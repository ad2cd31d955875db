// Where the records of every true node went.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clade/taxonomy.h"
#include "taxonomy/ancestor_sets.h"

namespace clade::detail {

struct ConfusionCell {
  NodeId truth;
  std::optional<NodeId> guess;  // nothing: the guessed set was empty
  double records = 0;
};

class Confusion {
 public:
  explicit Confusion(const Taxonomy& taxonomy);

  // The guess that is nearest to a true node: itself, else the one whose ancestor set differs least
  // (the first of several).
  std::optional<NodeId> nearest(NodeId truth, std::span<const NodeId> guesses) const;

  // One record, which counts `share` at each of its true nodes.
  void add(std::span<const NodeId> truth, std::span<const NodeId> guesses, double share = 1);

  // By true node, then by guess. With more than `most` cells, guesses of the rarest become their
  // parents, as often as needed: at every node above, a guess stays as right or as wrong as it was.
  std::vector<ConfusionCell> cells(std::size_t most) const;

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // truth, guess
  using Counts = std::map<Key, double>;

  bool is_above(NodeId node, NodeId below) const;
  std::optional<Key> lifted(const Key& key) const;

  Taxonomy taxonomy_;
  AncestorSets ancestors_;  // by node
  Counts counts_;
};

}  // namespace clade::detail

// Which labels of records were given, which were missed, and which were given wrongly.
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

// A true label and what was given for it: the same, another one that the record does not have (a
// confusion), or nothing (missed). Without a true label: given although nothing was missed.
struct LabelPair {
  std::optional<NodeId> truth, guess;

  bool is_right() const { return truth == guess; }
  bool is_confusion() const { return truth && guess && truth != guess; }
  friend auto operator<=>(const LabelPair&, const LabelPair&) = default;
};

struct ConfusionCell {
  LabelPair pair;
  std::size_t count = 0;
};

// Of one node: what is at it or below it in the truth, in the answers, and in both.
struct NodeCounts {
  std::size_t truth = 0, given = 0, right = 0;

  friend bool operator==(const NodeCounts&, const NodeCounts&) = default;
};

class Confusion {
 public:
  explicit Confusion(const Taxonomy& taxonomy);

  // Every true and every given label of a record in exactly one pair. Labels that were missed and
  // labels that were added are paired one to one, the nearest first (whose ancestor sets differ
  // least); what is left over is alone.
  std::vector<LabelPair> pairs(std::span<const NodeId> truth,
                               std::span<const NodeId> guesses) const;

  // One record: labels without repetition.
  void add(std::span<const NodeId> truth, std::span<const NodeId> guesses);

  // By true node, then by guess. With more than `most` cells, guesses of the rarest confusions
  // become their parents, as often as needed: at every node above, a guess stays as right or as
  // wrong as it was.
  std::vector<ConfusionCell> cells(std::size_t most) const;

  // By node. A record counts once at a node, however many of its labels are there; it is right
  // there when both a true and a given label are.
  std::span<const NodeCounts> records() const { return records_; }
  std::span<const NodeCounts> labels() const { return labels_; }

 private:
  using Counts = std::map<LabelPair, std::size_t>;

  bool is_above(NodeId node, NodeId below) const;
  std::optional<LabelPair> lifted(const LabelPair& pair) const;
  std::size_t distance(NodeId a, NodeId b) const;
  std::vector<NodeId> with_ancestors(std::span<const NodeId> nodes) const;
  void count_labels(std::span<const NodeId> nodes, std::size_t NodeCounts::*which);

  Taxonomy taxonomy_;
  AncestorSets ancestors_;  // by node
  Counts counts_;
  std::vector<NodeCounts> records_, labels_;  // by node
};

}  // namespace clade::detail

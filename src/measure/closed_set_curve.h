// Fmax and Smin of CAFA: how good sets of nodes are that a threshold on scores makes, each with all
// ancestors, at the best threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/communicator.h"
#include "clade/label_space.h"

namespace clade::detail {

// Nodes are weighted by the information they add to their parents: -log2 of the share of the
// instances with v among those with all parents of v, both counted with one instance more. Fixed
// point, so that sums do not depend on their order.
class NodeInformation {
 public:
  // `labels` must outlive this object. `true_nodes` of an instance is a sorted set that is closed
  // upward, without the root.
  explicit NodeInformation(const LabelSpace& labels);
  void count(std::span<const NodeId> true_nodes);
  // After all instances, by node.
  std::vector<std::int64_t> values() const;
  static double to_bits(std::int64_t value);

 private:
  const LabelSpace& labels_;
  std::size_t instances_ = 0;
  std::vector<std::size_t> with_node_, with_parents_;  // the latter of nodes with several parents
  std::vector<std::size_t> parents_seen_;              // in the instance at hand
};

struct ClosedSetMeasures {
  double fmax = 0, smin = 0;
};

// Only thresholds that are the score of a true node can be the best ones: any other takes in wrong
// nodes alone. So instances add what changes between such thresholds, and a sweep sums it up.
// Instances may be added from several threads: sums of whole numbers do not depend on their order.
class ClosedSetCurve {
 public:
  explicit ClosedSetCurve(std::size_t thresholds);

  // What there is to know of an instance; kept from one to the next for its memory.
  struct Instance {
    std::vector<std::uint64_t> taken;  // twice the threshold, and 1 for a true node
    std::size_t true_nodes = 0;        // of all, those that no threshold takes in too
    std::int64_t true_information = 0;

    void clear();
  };
  // A node that thresholds take in, from the given one, the highest, downward. Not for an instance
  // without a true node.
  void take(std::size_t threshold, bool is_true, std::int64_t information, Instance& instance);
  // After all nodes of an instance; one without a true node plays no part.
  void add(Instance& instance);
  // After all instances of this rank: those of all.
  void add_up(Communicator& peers);
  // After all instances, at the best of the thresholds from `first` on; absent without an instance.
  std::optional<ClosedSetMeasures> best(std::size_t first) const;

 private:
  // What passing a threshold, from above, adds.
  struct Change {
    std::int64_t precision = 0, recall = 0;  // sums over instances, fixed point
    std::int64_t found_information = 0, wrong_information = 0;
    std::int64_t predicted = 0;  // instances that get their first node
  };
  std::vector<Change> changes_;
  std::int64_t instances_ = 0;
  std::int64_t true_information_ = 0;
};

}  // namespace clade::detail

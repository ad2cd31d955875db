// Nodes that are over, kept together with what was put together of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "base/checkpoint.h"
#include "clade/method.h"

namespace clade::detail {

struct NodeResult {
  TrainSummary summary;
  double examples = 0;

  void state(State& s);
};

// Called from the threads that train nodes. Many nodes take next to no time, so none has a file of
// its own: now and then all that are over are saved at once.
class NodeCheckpoint {
 public:
  // Takes up what an earlier process has saved. `taken` may be null: nothing is saved then.
  NodeCheckpoint(CheckpointPart part, std::size_t nodes, CheckpointPart::Fields taken);

  bool is_over(std::size_t node) const { return is_over_[node] != 0; }
  // A node is over, or was interrupted (`of_node` is nothing then), and `take` takes what it has
  // learned.
  void end(std::size_t node, const CheckpointPart& of_node, NodeResult result,
           const std::function<void()>& take);
  // All are.
  void finish();

  const std::vector<NodeResult>& results() const { return results_; }

 private:
  void fields(State& s);
  void save();

  CheckpointPart part_;
  CheckpointPart::Fields taken_;
  std::vector<NodeResult> results_;
  std::vector<std::uint8_t> is_over_;
  std::mutex mutex_;
  std::vector<CheckpointPart> since_saved_;  // nodes that were over since
  bool is_stopped_ = false;                  // what is taken from now on is not to be kept
};

}  // namespace clade::detail

// The nodes of a tree divided among ranks: every node is trained by one of them, from all examples
// that reach it, so that its weights are those of a run on one machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "clade/label_space.h"
#include "clade/method.h"
#include "data/dataset.h"
#include "data/feature_index.h"
#include "linear/weight_view.h"

namespace clade::detail {

// What one rank has to do.
struct NodeShare {
  std::vector<std::uint8_t> is_own;  // by node
  Dataset data;                      // examples of all ranks that reach one of these nodes
};
// Nodes go to ranks by their work, the largest first, each to the rank that has the least. `data`
// are the examples of this rank.
NodeShare share_of_nodes(const Dataset& data, const LabelSpace& labels, Communicator& peers);

// What the ranks reached at their nodes, as one summary on each of them.
TrainSummary together(const TrainSummary& own, Communicator& peers);

// Weights of nodes on their way to rank 0.
template <class Real>
class NodeParcel {
 public:
  using Take = std::function<void(const FeatureIndex& features, const WeightView<Real>& weights,
                                  std::size_t first_unit)>;
  // Several threads may do so at once.
  void add(const FeatureIndex& features, const WeightView<Real>& weights, std::size_t first_unit);
  // All parcels go to rank 0, which takes what is in them.
  void deliver(Communicator& peers, const Take& take);

 private:
  std::mutex mutex_;
  std::string bytes_;
};

}  // namespace clade::detail

// Trains the flat problems of all nodes of a tree, one model each.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "base/train_context.h"
#include "clade/method.h"
#include "method/nodes/node_problems.h"

namespace clade::detail {

// The model of problem k, from its examples.
using TrainNode =
    std::function<Trained(std::size_t k, const NodeProblems::Part& part, TrainContext& context)>;
using TakeNode = std::function<void(std::size_t k, const Model& model)>;

enum class NodeThreads {
  one_each,  // nodes side by side, each on a thread of its own
  all,       // one node after the other, each on all threads
};

// Objectives are summed over the nodes, of several ranks over those of all. The results do not
// depend on the number of threads where those of `take` do not depend on the order of its calls,
// which come from any thread.
//
// `taken` are the fields of what `take` has put together so far: with them nodes that are over are
// kept in a checkpoint. Without, a run begins anew.
TrainSummary run_nodes(const NodeProblems& problems, NodeThreads threads, TrainContext& context,
                       const TrainNode& train, const TakeNode& take,
                       const CheckpointPart::Fields& taken = nullptr);

// Of independent problems: objectives and bounds add up, and it stopped as the worst of them did.
TrainSummary sum_of(const std::vector<TrainSummary>& summaries);

// The node with the most examples, mostly the root, trained by itself. Nothing where no node has a
// choice to learn.
std::optional<Model> train_first_node(const NodeProblems& problems, const Method& base,
                                      TrainContext& context);

// Where the units of the children of each problem's node begin.
std::vector<std::size_t> first_units(const NodeProblems& problems);

}  // namespace clade::detail

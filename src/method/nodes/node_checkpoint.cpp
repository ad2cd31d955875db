#include "method/nodes/node_checkpoint.h"

#include <utility>

namespace clade::detail {

void NodeResult::state(State& s) {
  s(summary.objective, summary.convex_problems, summary.kept_problem,
    summary.dual_variables_nonzero, summary.dual_variables_total, summary.epochs, summary.stopped,
    examples);
}

NodeCheckpoint::NodeCheckpoint(CheckpointPart part, std::size_t nodes, CheckpointPart::Fields taken)
    : part_(taken ? std::move(part) : CheckpointPart()),
      taken_(std::move(taken)),
      results_(nodes),
      is_over_(nodes) {
  const auto fields_of_all = [this](State& s) { fields(s); };
  if (!part_.restore_result(fields_of_all)) part_.restore(fields_of_all);
}

void NodeCheckpoint::fields(State& s) {
  s.same(results_.size());
  s(is_over_, results_);
  taken_(s);
}

void NodeCheckpoint::save() {
  part_.save([this](State& s) { fields(s); });
  for (const CheckpointPart& of_node : since_saved_) of_node.drop();
  since_saved_.clear();
}

// A node that was interrupted leaves what it has reached so far, which must not be kept: it goes on
// from its own state.
void NodeCheckpoint::end(std::size_t node, const CheckpointPart& of_node, NodeResult result,
                         const std::function<void()>& take) {
  const bool is_interrupted = !of_node;
  results_[node] = std::move(result);
  if (!part_) return take();
  const std::lock_guard lock(mutex_);
  if (is_interrupted && !std::exchange(is_stopped_, true)) save();
  take();
  if (is_stopped_) return;
  is_over_[node] = 1;
  since_saved_.push_back(of_node);
  if (part_.is_due()) save();
}

void NodeCheckpoint::finish() {
  if (part_ && !is_stopped_) part_.finish([this](State& s) { fields(s); });
  for (const CheckpointPart& of_node : since_saved_) of_node.drop();
}

}  // namespace clade::detail

// Visits of large problems, in batches on several threads.
//
// Scoring an instance is what a visit costs, and many instances scored at once cost far less each
// (hybrid_weights.h). So all instances of a batch are scored with the weights of its start, and
// their working sets selected, among all classes or promising ones (beam_selection.h). Then they
// take their steps, in blocks as those of block_visits.h, from scores of their working sets that
// are up to date: every step is exact, only the selection is as old as the batch.
//
// While one thread takes the steps of a block, one after the other, the others read the scores of
// the next one. These are of weights without the block before, whose part follows from inner
// products, as does that of steps within a block.
//
// Batches and blocks are cut by number, never by threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/zeroed_array.h"
#include "solver/ascent/beam_selection.h"
#include "solver/ascent/group_selection.h"
#include "solver/ascent/instance_update.h"
#include "solver/ascent/visits.h"
#include "solver/backend/hybrid_backend.h"

namespace clade::detail {

class BatchVisits : public Visits {
 public:
  // All three must outlive the visits. The problem's score map is that of the backend's groups.
  BatchVisits(const ProblemTables<float>& tables, HybridBackend& backend, ThreadPool& pool);

  CheckRules check_rules() const override {
    return {.interval = std::numeric_limits<std::int64_t>::max() / 2,
            .checks_until_stuck = 0,
            .epochs_until_stuck = 20,
            .certifies_for_traces = false};
  }
  std::size_t block_size(std::uint64_t visits_so_far) const override;
  void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
             VisitLog& log) override;
  void adapt_to(double expected_gap) override;
  bool sees_all() const override { return scored_units_ != shared_units_; }
  void add_to_weights(const Duals& duals) override;
  void state(State& s) override;

 private:
  static constexpr std::size_t largest = 4096;
  static constexpr std::size_t lanes = 32;  // instances of a block
  static constexpr std::size_t all_lanes = 2 * lanes;
  using Instances = std::span<const std::uint32_t>;

  void score_units(std::size_t units);
  void select_all(Instances instances);
  VisitReport select(std::size_t lane, std::size_t instance, std::size_t place);
  // Some instances in the order of their visits, and where they are.
  struct Block {
    Instances instances;
    std::size_t first = 0;       // place in the batch of the first
    std::size_t first_lane = 0;  // its lane; two blocks in turn have lanes of their own
    std::size_t size() const { return instances.size(); }
  };
  static Block block_of(Instances instances, std::size_t number);
  void prepare(const Block& block, std::size_t a);
  void find_blocks(std::size_t lane, std::size_t place);
  void add_changed_neighbours(std::size_t lane, std::size_t instance);
  void take_steps(const Block& block);
  void write(const Block& block, const Block& next);
  void correct(const Block& earlier, const Block& block, std::size_t a);
  void set_contribution(std::size_t lane, std::size_t instance,
                        std::span<const DualVariable> duals);
  void keep_change(std::size_t lane, std::size_t place);
  void list_changes(const Block& block);
  void forget_changes();

  const Problem<float>& problem_;
  HybridBackend& backend_;
  ThreadPool& pool_;
  BatchScorer scorer_;
  std::size_t shared_units_;                             // 0: there are no promising classes
  std::size_t scored_units_ = 0;                         // the shared ones, or all
  float half_scale_ = 0;                                 // of all; 0: in single precision
  ZeroedArray<float> rare_, raw_;                        // by place in the batch
  std::vector<VisitReport> reports_;                     // by place in the batch
  std::vector<std::vector<DualVariable>> working_sets_;  // by place in the batch
  std::vector<std::unique_ptr<InstanceUpdate<float>>> updates_;  // by lane
  // For each part of a batch. Without promising classes all are scored; without groups an update
  // selects from them.
  std::vector<BeamSelection> promising_;
  std::unique_ptr<const GroupTables> group_tables_;
  std::vector<GroupSelection> by_groups_;
  std::vector<ShareChange> changes_;

  struct Lane {
    explicit Lane(std::size_t units) : sums(units), products(largest), inner_products(lanes) {}
    UnitChange<float> sums;
    std::vector<UnitShare> contribution;
    std::vector<std::uint32_t> blocks;   // with the units of the working set
    std::vector<std::uint8_t> is_read;   // by block: is one of these
    std::vector<float> products;         // by place in the batch
    std::vector<double> inner_products;  // with the instances before it in the block
    std::vector<std::uint32_t> changed;
  };
  std::vector<Lane> lanes_;

  // What earlier blocks of the batch have changed: rare features are scored through
  // contributions, and their part in `rare_` is that of the batch's start.
  struct Changed {
    std::uint32_t place;
    float value;
  };
  std::vector<std::vector<Changed>> changed_;  // by rare feature: who of the batch has it
  std::vector<std::uint32_t> touched_;         // features with such a list
  std::vector<std::vector<UnitShare>> contribution_changes_;  // by place in the batch
};

}  // namespace clade::detail

// Visits of large problems, in batches on several threads.
//
// Scoring an instance is what a visit costs, and many instances scored at once cost far less each
// (split_weights.h). So all instances of a batch are looked at with the weights of its start, which
// chooses their working sets, among all classes or promising ones (beam_look.h). Then they take
// their steps, in blocks as those of block_visits.h, from scores of their working sets that are up
// to date: every step is exact, only the choice is as old as the batch.
//
// Batches and blocks are cut by number, never by threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "solver/ascent/beam_look.h"
#include "solver/ascent/visit.h"
#include "solver/backend/decision_groups.h"
#include "solver/backend/split_backend.h"

namespace clade {

class BatchVisits {
 public:
  static constexpr std::size_t largest = 4096;

  // The groups are those of the problem's decisions, whose map is theirs.
  BatchVisits(const Problem<float>& problem, const DecisionGroups& groups,
              const ScanTables<float>& tables, const DecisionScores<float>& map,
              const ClassGram& gram, SplitBackend& backend, ThreadPool& pool);

  // Looks that read promising classes alone, while the solution is far away; where none are
  // possible, all looks see everything.
  enum class Looks { promising, all };
  bool can_be_promising() const { return !looks_.empty(); }
  bool sees_all() const { return scored_units_ != shared_units_; }
  void set_looks(Looks looks);

  // Visits these instances, at most `largest` and all different; one report each.
  void operator()(std::span<const std::uint32_t> instances, Duals& duals,
                  std::span<VisitReport> reports);
  // The weights become those of the duals.
  void rebuild_weights(const Duals& duals);

 private:
  static constexpr std::size_t block_size = 32;
  using Instances = std::span<const std::uint32_t>;

  void choose(Instances instances, const Duals& duals, std::span<VisitReport> reports);
  VisitReport look(std::size_t lane, std::size_t instance, std::size_t place,
                   std::span<const DualVariable> duals);
  void visit_block(Instances instances, std::size_t first, Duals& duals,
                   std::span<VisitReport> reports);
  void prepare(std::size_t lane, std::size_t instance, std::size_t place,
               const VisitReport& report);
  void find_blocks(std::size_t lane, std::size_t place);
  void add_changed_neighbours(std::size_t lane, std::size_t instance);
  void write_block(Instances block, std::size_t first, const Duals& duals);
  void set_share(std::size_t lane, std::size_t instance, std::span<const DualVariable> duals);
  void keep_change(std::size_t instance, std::size_t place, const InstanceChange<float>& change);
  void forget_changes();

  const Problem<float>& problem_;
  SplitBackend& backend_;
  ThreadPool& pool_;
  BatchScorer scorer_;
  std::size_t shared_units_;        // 0: no looks at promising classes are possible
  std::size_t scored_units_ = 0;    // the shared ones, or all
  AlignedArray<float> rare_, raw_;  // by place in the batch
  std::vector<std::vector<DualVariable>> working_sets_;           // by place in the batch
  std::vector<std::unique_ptr<Visitor<SplitBackend>>> visitors_;  // by place in the block
  std::vector<BeamLook> looks_;                                   // the same; empty: look at all
  std::vector<double> inner_products_;  // of places a > b at a * block_size + b
  std::vector<ShareChange> changes_;

  // For each place in a block.
  struct Lane {
    explicit Lane(std::size_t units) : sums(units), products(largest) {}
    UnitChange<float> sums;
    std::vector<UnitShare> share;
    std::vector<std::uint32_t> blocks;
    std::vector<std::uint8_t> needs;  // by block
    std::vector<float> products;      // by place in the batch
    std::vector<std::uint32_t> changed;
  };
  std::vector<Lane> lanes_;

  // What earlier blocks of the batch have changed: rare features are scored through shares, and
  // their part in `rare_` is that of the batch's start.
  struct Changed {
    std::uint32_t place;
    float value;
  };
  std::vector<std::vector<Changed>> changed_;          // by rare feature: who of the batch has it
  std::vector<std::uint32_t> touched_;                 // features with such a list
  std::vector<std::vector<UnitShare>> share_changes_;  // by place in the batch
};

}  // namespace clade

// Visits in blocks, on several threads, with the result of visits in sequence.
//
// All instances of a block are scored against the same weights, in parallel. Then they take their
// steps one after the other: what the steps before have changed in the scores of an instance
// follows from the inner products within the block. At last the weights take up all changes, each
// thread for some of the features. Only
// the choice of working sets rests on scores from the start of the block; every step is exact.
//
// Blocks are cut by number, never by threads, so the result is the same for any number of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "solver/ascent/visit.h"

namespace clade {

template <class Backend>
class BlockVisits {
 public:
  using Real = typename Backend::Real;
  static constexpr std::size_t block_size = 32;

  // Whether scoring an instance takes so long that a block is worth its barriers.
  static bool is_worth_it(const Problem<Real>& problem);

  BlockVisits(const Problem<Real>& problem, const ScanTables<Real>& tables,
              const DecisionScores<Real>& map, const ClassGram& gram, Backend& backend,
              ThreadPool& pool);

  // Visits these instances, at most block_size and all different; one report each.
  void operator()(std::span<const std::uint32_t> instances, Duals& duals,
                  std::span<VisitReport> reports);
  // What visits of all instances would see; takes no step.
  void look_at_all(const Duals& duals, std::span<VisitReport> reports);
  // Adds the shares of all instances' duals to the weights.
  void add_to_weights(const Duals& duals);

 private:
  void add_changes(std::span<const std::uint32_t> instances);

  Backend& backend_;
  ThreadPool& pool_;
  std::vector<std::unique_ptr<Visitor<Backend>>> visitors_;
  std::vector<InstanceChange<Real>> changes_;
  std::vector<double> inner_products_;  // of instances a > b at a * block_size + b
};

}  // namespace clade

// Visits in blocks, on several threads, with the result of visits in sequence.
//
// All instances of a block are scored against the same weights, in parallel. Then they take their
// steps one after the other: what the steps before have changed in the scores of an instance
// follows from the inner products within the block. At last all changes are added to the weights,
// each thread for some of the features. Only the choice of working sets rests on scores from the
// start of the block; every step is exact.
//
// Blocks are cut by number, never by threads, so the result is the same for any number of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "solver/ascent/instance_update.h"
#include "solver/ascent/visits.h"
#include "solver/backend/dense_batch.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

template <class Backend>
class BlockVisits : public Visits {
 public:
  using Real = typename Backend::Real;

  // Tables, backend and pool must outlive the visits; `tree` is as in InstanceUpdate.
  BlockVisits(const ProblemTables<Real>& tables, Backend& backend, ThreadPool& pool,
              std::unique_ptr<const TreeTables<Real>> tree = nullptr);

  // Linear problems: whether scoring an instance takes so long that a block is worth its barriers.
  static bool should_use(const Problem<Real>& problem);

  std::size_t block_size(std::uint64_t /*visits_so_far*/) const override { return size; }
  void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
             VisitLog& log) override;
  void add_to_weights(const Duals& duals) override;

 protected:
  static constexpr std::size_t size = 32;

  Backend& backend_;
  ThreadPool& pool_;
  std::unique_ptr<const TreeTables<Real>> tree_;
  std::vector<std::unique_ptr<InstanceUpdate<Real>>> updates_;

 private:
  // Of dense rows, some share the reading of the weights.
  static constexpr std::size_t batch_size = 8;

  void score_batches(std::span<const std::uint32_t> instances);
  double inner_product(std::span<const std::uint32_t> instances, std::size_t a,
                       std::size_t b) const;
  void add_changes(std::span<const std::uint32_t> instances);

  const Problem<Real>& problem_;
  std::vector<DenseBatch<Real>> batches_;  // none: rows are scored one by one
  std::vector<InstanceChange<Real>> changes_;
  std::vector<double> inner_products_;  // of instances a > b at a * size + b
};

}  // namespace clade::detail

// Visits of linear problems one after the other, on one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/prefetch.h"
#include "solver/ascent/instance_update.h"
#include "solver/ascent/visits.h"
#include "solver/backend/dense_batch.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/problem_tables.h"

namespace clade::detail {

// What all sequential strategies share.
template <class Real>
class OneByOneVisits : public Visits {
 public:
  // Tables and backend must outlive the visits; `tree` is as in InstanceUpdate.
  OneByOneVisits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend,
                 std::unique_ptr<const TreeTables<Real>> tree = nullptr)
      : Visits(tables.problem.rows.size()),
        problem_(tables.problem),
        backend_(backend),
        tree_(std::move(tree)),
        update_(tables, backend.raw_size(), tree_.get()) {
    if (backend.suits_batches()) batch_.emplace(tables.problem, backend.raw_size());
  }

  std::size_t block_size(std::uint64_t /*visits_so_far*/) const override { return 256; }
  void add_to_weights(const Duals& duals) override;

 protected:
  // Before the visit of order[k], of a call that visits those before `end`, and after the last one:
  // dense rows are scored in batches.
  void begin_visit(std::span<const std::uint32_t> order, std::size_t k, std::size_t end) {
    if (!batch_) return;
    if (place_ + 1 >= batched_) {
      end_visits();
      batched_ = std::min(DenseBatch<Real>::size, end - k);
      batch_->begin(order.subspan(k, batched_), backend_.weights().view());
      place_ = 0;
    } else {
      ++place_;
    }
    if (k + batched_ >= order.size()) return;
    const auto row = problem_.rows.row(order[k + batched_]);
    prefetch_span(row.data(), row.size());
  }
  void end_visits() {
    if (batched_ > 0) batch_->end(backend_.dense_rows());
    batched_ = 0;
  }
  // The raw scores in `buffer` or in memory of the batch, where they may be changed.
  Real* score(std::size_t i, Real* buffer) {
    if (batch_) return batch_->scores(place_);
    backend_.score(i, buffer);
    return buffer;
  }
  // Counts as a change of the weights at once, which dense rows get at the end of the batch.
  void change_weights(std::size_t i, const Real* change, std::span<const std::uint32_t> blocks) {
    if (!batch_) return backend_.add(i, change, blocks);
    batch_->add(place_, change, blocks);
    backend_.count_change();
  }

  // The order is random: what the visits after the k-th will read is fetched ahead, first where it
  // is, then the row and the duals, then the weights.
  template <class PrefetchPlace, class PrefetchDuals>
  void prefetch_ahead(std::span<const std::uint32_t> order, std::size_t k, const VisitLog& log,
                      PrefetchPlace prefetch_place, PrefetchDuals prefetch_duals,
                      const WeightView<Real>& weights) const {
    if (k + 8 < order.size()) {
      const std::size_t i = order[k + 8];
      prefetch_place(i);
      log.prefetch(i);
      prefetch(&problem_.C[i]);
      backend_.prefetch_place(i);
    }
    if (k + 4 < order.size()) {
      const std::size_t i = order[k + 4];
      const auto row = problem_.rows.row(i);
      prefetch_span(row.data(), row.size());
      prefetch_duals(i);
    }
    if (k + 1 < order.size()) prefetch_weights(weights, problem_.rows.row(order[k + 1]));
  }
  // The first rows that scoring will read.
  static void prefetch_weights(const WeightView<Real>& view, BasicSparseRow<Real> row) {
    if (view.form != RowForm::dense) return;
    constexpr std::size_t most_rows = 8, most_units = 4 * block_units<Real>;
    for (const auto& x : row.first(std::min(most_rows, row.size()))) {
      prefetch_span(view.data + x.index * view.stride, std::min(most_units, view.stride));
    }
  }

  const Problem<Real>& problem_;
  LinearBackend<Real>& backend_;
  std::unique_ptr<const TreeTables<Real>> tree_;
  InstanceUpdate<Real> update_;

 private:
  std::optional<DenseBatch<Real>> batch_;  // nothing: rows are scored one by one
  std::size_t batched_ = 0, place_ = 0;    // instances in it, and that of the visit
};

template <class Real>
class SequentialVisits : public OneByOneVisits<Real> {
 public:
  using OneByOneVisits<Real>::OneByOneVisits;

  void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
             VisitLog& log) override;

 private:
  VisitReport visit_one(std::size_t i);
};

}  // namespace clade::detail

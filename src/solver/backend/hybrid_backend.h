// The backend of the dual solver for large problems: weights that do not fit into memory as rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "data/sparse_row.h"
#include "linear/hybrid_weights.h"
#include "linear/storage.h"
#include "linear/unit_change.h"
#include "linear/zeroed_array.h"
#include "solver/backend/decision_groups.h"
#include "solver/backend/instance_change.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// Instances are visited in batches (ascent/batch_visits.h).
class HybridBackend {
 public:
  using Real = float;

  // Linear problems in single precision, one slack for an instance, without anchor and constant,
  // whose rows of weights would take more memory than is worth it.
  static bool should_use(const Problem<float>& problem);
  static StorageNeeds needs_of(const Problem<float>& problem);

  // Rows of weights of frequent features may take `row_bytes`. With more, fewer instances are
  // scored through others.
  static constexpr std::size_t usual_row_bytes = hybrid_row_bytes;
  // All three must outlive the backend; the problem's score map is that of the groups.
  HybridBackend(const Problem<float>& problem, const DecisionGroups& groups, ThreadPool& pool,
                std::size_t row_bytes = usual_row_bytes);

  const DecisionGroups& groups() const { return groups_; }

  std::size_t raw_size() const { return weights_.stride(); }
  double squared_length(std::size_t i) const { return squared_lengths_[i]; }
  double inner_product(std::size_t a, std::size_t b) const {
    return clade::detail::inner_product<float>(problem_.rows.row(a), problem_.rows.row(b));
  }

  HybridWeights& weights() { return weights_; }
  const HybridWeights& weights() const { return weights_; }
  void add(std::span<const ShareChange> changes) { weights_.add(changes, pool_); }

  // Calls use(begin, end, raw_of) for ranges of `grain` instances that make up all, on all threads;
  // raw_of(i) are the raw scores of an instance of the range.
  template <class Use>
  void with_scores(std::size_t grain, ThreadPool& pool, Use use) const {
    const std::size_t batch = 4096 / grain * grain, stride = raw_size();
    BatchScorer scorer(weights_);
    ZeroedArray<float> raw(std::min(batch, weights_.rows().size()) * stride);
    std::vector<std::uint32_t> instances;
    for (std::size_t begin = 0; begin < weights_.rows().size(); begin += batch) {
      instances.resize(std::min(batch, weights_.rows().size() - begin));
      std::iota(instances.begin(), instances.end(), static_cast<std::uint32_t>(begin));
      scorer(instances, raw.data(), stride, raw.data(), pool);
      pool.for_ranges(instances.size(), grain, [&](std::size_t first, std::size_t last) {
        use(begin + first, begin + last,
            [&](std::size_t i) { return raw.data() + (i - begin) * stride; });
      });
    }
  }

  void reset() { weights_.set_zero(); }
  double squared_distance() const { return weights_.squared_norm(pool_); }
  double along_anchor() const { return 0; }
  // Bounds need weights that are built anew from the duals.
  bool is_exact() const { return false; }
  double squared_drift(double /*squared_distance*/) const { return 0; }
  void state(State& s) { s(weights_); }

 private:
  const Problem<float>& problem_;
  const DecisionGroups& groups_;
  ThreadPool& pool_;
  HybridWeights weights_;
  std::vector<double> squared_lengths_;
};

}  // namespace clade::detail

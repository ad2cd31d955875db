// The kernel backend of the dual solver: weights are sums over the instances,
//   w_r = w0_r + sum_i c_ir phi(x_i),
// and the raw scores of all instances are kept up to date (thesis 4.3.3).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "kernel/gram_rows.h"
#include "linear/aligned_array.h"
#include "linear/unit_change.h"
#include "linear/weight_rows.h"
#include "linear/zeroed_pages.h"
#include "solver/backend/instance_change.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// score() may be called from several threads while nothing else is.
template <class RealType>
class KernelBackend {
 public:
  using Real = RealType;

  // `gram` may be shared with other backends of the same instances, one after the other. Of the
  // matrix between the worst instances, up to `near_bytes` are kept apart.
  KernelBackend(const Problem<Real>& problem, GramRows<Real>& gram, std::size_t near_bytes);
  // The part of a cache that should be `near_bytes`: half, but for what `gram` needs at least.
  static std::size_t near_part(std::size_t cache_bytes, std::size_t instances) {
    const std::size_t least = GramRows<Real>::least_bytes(instances);
    return cache_bytes > least ? std::min(cache_bytes / 2, cache_bytes - least) : 0;
  }
  // The part for `gram`: the rest, but for a tenth of the cache in place of the tables of duals and
  // scores.
  static std::size_t rows_part(std::size_t cache_bytes, std::size_t instances) {
    const std::size_t rest = cache_bytes - near_part(cache_bytes, instances);
    const std::size_t least = std::min(rest, GramRows<Real>::least_bytes(instances));
    return std::max(least, rest - cache_bytes / 10);
  }

  std::size_t raw_size() const { return raw_.view().stride; }
  double squared_length(std::size_t i) const { return gram_.diagonal(i) + constant_ * constant_; }
  void score(std::size_t i, Real* raw) const;
  // Inner products of these, at most GramRows::most_at_once, are quick from now on.
  void make_ready(std::span<const std::uint32_t> instances, ThreadPool& pool);
  double inner_product(std::size_t a, std::size_t b) const;

  // Calls use(begin, end, raw_of) for ranges of `grain` instances that make up all, on all threads;
  // raw_of(i) are the raw scores of an instance of the range, until the next call.
  template <class Use>
  void with_scores(std::size_t grain, ThreadPool& pool, Use use) const {
    pool.for_ranges(all_.size(), grain, [&](std::size_t begin, std::size_t end) {
      AlignedArray<Real> raw(raw_size());
      use(begin, end, [&](std::size_t i) {
        score(i, raw.data());
        return raw.data();
      });
    });
  }

  std::uint64_t version() const { return version_; }
  // The problem has another w0: w goes there.
  void start_anew();
  // w = w0.
  void reset();
  // w - w0 has these coefficients, and w these scores, by instance and unit. Where weights of the
  // constant are given, w has those, and w0 moves with them.
  void assign(const WeightRows<Real>& coefficients, std::span<const double> of_constant,
              std::span<const double> scores);
  void add(std::size_t i, UnitChange<Real>& change);
  void add(std::size_t i, const Real* change, std::span<const std::uint32_t> blocks);
  // At most GramRows::most_at_once.
  void add(std::span<const InstanceChange<Real>> changes, ThreadPool& pool);
  // Any number, quicker where each changes few of many units. All scores must be up to date.
  void add_many(std::span<const InstanceChange<Real>> changes, ThreadPool& pool);

  // For SubsetScores: rows of the kernel between instances, and memory for what is made of them.
  GramRows<Real>& gram() { return gram_; }
  const GramRows<Real>& gram() const { return gram_; }
  double constant() const { return constant_; }
  std::span<const Real> raw_scores(std::size_t i) const { return raw_.view().row(i); }
  std::span<Real> near_space();

  // From now on only these instances, in increasing order, have scores that are up to date.
  void restrict_scores_to(std::span<const std::uint32_t> instances);
  // All have again: an instance that was changed many times counts once.
  void refresh_scores(ThreadPool& pool);

  double squared_norm() const;            // without w0, which must be zero
  double squared_norm_of_others() const;  // with w0, without the weights of the constant
  double squared_distance() const;        // ||w - w0||^2
  double along_anchor() const;            // w0'(w - w0)
  void scale(double factor);
  // Scores are sums of very many changes: bounds need fresh ones.
  bool is_exact() const { return changes_since_reset_ <= problem_.rows.size(); }
  double squared_drift(double squared_distance) const;

  // c, one row per instance, without those of w0.
  const WeightRows<Real>& coefficients() const { return coefficients_; }
  // Those of w - w0 and of w0 at the end: nothing else may be asked for afterwards.
  WeightRows<Real> take_coefficients();
  // An anchor of the shape that this backend takes, all zero: rows of the instances and of the
  // constant.
  WeightRows<Real> make_anchor() const {
    return WeightRows<Real>(problem_.rows.size() + 1, problem_.score_map.units());
  }
  // anchor += change (x) phi(x_i), the constant included.
  void add_to_anchor(WeightRows<Real>& anchor, std::size_t i, UnitChange<Real>& change) const;
  // Sets the constant's part of an anchor to zero.
  void clear_constant(WeightRows<Real>& anchor) const {
    anchor.set_row(problem_.rows.size(), std::vector<Real>(anchor.units()));
  }
  // What changes, while the scores of all instances are up to date.
  void state(State& s) {
    s(constant_anchor_, coefficients_, raw_, anchored_, version_, changes_since_reset_);
  }

  // Of the constant, by unit.
  std::vector<double> constant_weights() const;
  // Moves these weights in w0, and w with it.
  void move_constant(std::span<const double> by);

 private:
  double product(const WeightRows<Real>& scores) const;
  void set_anchor_scores();
  void change_scores(std::span<const InstanceChange<Real>> changes,
                     std::span<const std::uint32_t> of, ThreadPool& pool);
  void change_near_scores(std::span<const InstanceChange<Real>> changes, ThreadPool& pool);
  void change_all_scores(std::span<const InstanceChange<Real>> changes, ThreadPool& pool);
  bool has_near() const { return near_size_ > 0; }
  Real* near_row(std::size_t i) const {
    return static_cast<Real*>(near_.data()) + place_[i] * near_size_;
  }
  void set_near();
  void add_constant(WeightRows<Real>& scores, std::span<const double> weights) const;

  const Problem<Real>& problem_;
  GramRows<Real>& gram_;
  double constant_;
  std::vector<double> constant_anchor_;  // w0 of the constant
  WeightRows<Real> coefficients_;
  std::vector<std::uint32_t> all_, followed_, others_;
  // The kernel between followed instances, with the constant, by their places: the matrix itself is
  // too large for the processor's caches, and mostly of others.
  std::size_t near_bytes_, near_size_ = 0;  // 0: not in use
  ZeroedPages near_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint8_t> is_near_;   // by place: whether the row is there
  WeightRows<Real> known_;              // the coefficients that the scores of `others_` are of
  std::vector<std::uint8_t> is_ahead_;  // instances whose coefficients have changed since
  WeightRows<Real> raw_;                // scores by instance
  WeightRows<Real> anchored_;           // those of w0, where it is not zero
  std::uint64_t version_ = 0, changes_since_reset_ = 0;
  ThreadPool alone_{1};
};

}  // namespace clade::detail

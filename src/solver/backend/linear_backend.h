// The linear backend of the dual solver: explicit weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "data/sparse_row.h"
#include "linear/aligned_array.h"
#include "linear/weight_rows.h"
#include "solver/backend/dense_batch.h"
#include "solver/backend/instance_change.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// score() may be called from several threads while nothing else is.
template <class RealType>
class LinearBackend {
 public:
  using Real = RealType;

  explicit LinearBackend(const Problem<Real>& problem)
      : problem_(problem),
        rows_(problem.rows),
        weights_(problem.features, problem.score_map.units()) {
    squared_lengths_.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      squared_lengths_.push_back(clade::detail::squared_length<Real>(rows_.row(i)));
    }
    suits_batches_ = DenseBatch<Real>::is_worth(problem, weights_.view());
    start_anew();
  }
  // The problem has another w0: w goes there.
  void start_anew() {
    anchor_ = problem_.anchor.get();
    if (problem_.constant != 0) constant_anchor_.assign(problem_.score_map.units(), 0.0);
    reset();
  }

  // Whether some rows at a time are scored quicker than one by one (dense_batch.h).
  bool suits_batches() const { return suits_batches_; }

  // Entries of a buffer for raw scores.
  std::size_t raw_size() const { return weights_.view().stride; }
  double squared_length(std::size_t i) const { return squared_lengths_[i]; }
  void score(std::size_t i, Real* raw) const { weights_.view().score(rows_.row(i), raw); }

  // Calls use(begin, end, raw_of) for ranges of `grain` instances that make up all, on all threads;
  // raw_of(i) are the raw scores of an instance of the range, until the next call, which is for a
  // later one.
  template <class Use>
  void with_scores(std::size_t grain, ThreadPool& pool, Use use) const {
    pool.for_ranges(rows_.size(), grain, [&](std::size_t begin, std::size_t end) {
      if (suits_batches_) {
        DenseBatch<Real> batch(problem_, raw_size());
        std::vector<std::uint32_t> instances;
        std::size_t first = begin;
        return use(begin, end, [&](std::size_t i) {
          if (i >= first + instances.size()) {
            first = i;
            instances.resize(std::min(DenseBatch<Real>::size, end - i));
            std::iota(instances.begin(), instances.end(), static_cast<std::uint32_t>(i));
            batch.begin(instances, weights_.view());
          }
          return batch.scores(i - first);
        });
      }
      AlignedArray<Real> raw(raw_size());
      use(begin, end, [&](std::size_t i) {
        score(i, raw.data());
        return raw.data();
      });
    });
  }

  // Nothing to do ahead of inner products.
  void make_ready(std::span<const std::uint32_t> /*instances*/, ThreadPool& /*pool*/) const {}
  double inner_product(std::size_t a, std::size_t b) const {
    return clade::detail::inner_product<Real>(rows_.row(a), rows_.row(b));
  }

  // Asks for what a visit reads before the row.
  void prefetch_place(std::size_t i) const {
    rows_.prefetch_place(i);
    __builtin_prefetch(&squared_lengths_[i]);
  }

  // Counts the changes of the weights.
  std::uint64_t version() const { return version_; }

  // w = w0, or the center in its place.
  void reset() {
    last_reset_ = ++version_;
    if (center_ != nullptr) return weights_.assign(*center_);
    if (anchor_ != nullptr) {
      weights_.assign(*anchor_);
    } else {
      weights_.set_zero();
    }
    if (!constant_anchor_.empty()) add_to_constant(constant_anchor_);
  }
  // Whether w is zero because nothing has changed it since reset().
  bool is_zero() const {
    return version_ == last_reset_ && anchor_ == nullptr && center_ == nullptr &&
           std::all_of(constant_anchor_.begin(), constant_anchor_.end(),
                       [](double weight) { return weight == 0; });
  }
  void add(std::size_t i, UnitChange<Real>& change) {
    weights_.add(rows_.row(i), change);
    ++version_;
  }
  void add(std::span<const InstanceChange<Real>> changes, ThreadPool& pool) {
    row_changes_.clear();
    for (const auto& change : changes) {
      row_changes_.push_back({rows_.row(change.instance), change.values, change.blocks});
    }
    weights_.add(row_changes_, pool);
    version_ += changes.size();
  }
  // Of rows that may be others than the problem's.
  void add(std::span<const RowChange<Real>> changes, ThreadPool& pool) {
    weights_.add(changes, pool);
    version_ += changes.size();
  }
  void add(std::size_t i, const Real* change, std::span<const std::uint32_t> blocks) {
    weights_.add(rows_.row(i), change, blocks);
    ++version_;
  }

  double squared_norm() const { return weights_.squared_norm(); }
  // The same without the weights of the constant.
  double squared_norm_of_others() const {
    double norm = squared_norm();
    if (problem_.constant == 0) return norm;
    for (const double weight : constant_weights()) norm -= weight * weight;
    return norm;
  }
  // ||w - w0||^2
  double squared_distance() const {
    double sum = anchor_ != nullptr ? weights_.squared_distance(*anchor_) : squared_norm();
    if (constant_anchor_.empty()) return sum;
    const std::vector<double> weights = constant_weights(), anchor = given_anchor_of_constant();
    for (std::size_t u = 0; u < weights.size(); ++u) {
      const double moved = constant_anchor_[u];
      sum += moved * (moved - 2 * (weights[u] - anchor[u]));
    }
    return sum;
  }
  // w0'(w - w0)
  double along_anchor() const {
    if (anchor_ == nullptr) return along_constant_anchor();
    return 0.5 * (squared_norm() - squared_anchor() - squared_distance());
  }
  void scale(double factor) {
    weights_.scale(factor);
    ++version_;
  }
  // Weights are what they are; a bound on their distance from those of the duals is squared_drift.
  bool is_exact() const { return true; }
  // The square of how far rounding may have moved the weights since reset(), where ||w - w0||^2 was
  // at most `squared_distance`: every change is rounded, and so is every weight that it changes.
  double squared_drift(double squared_distance) const {
    const double relative = static_cast<double>(version_ - last_reset_) *
                            static_cast<double>(std::numeric_limits<Real>::epsilon());
    const double squared_length =
        anchor_ == nullptr ? squared_distance : 2 * (squared_distance + squared_anchor());
    return relative * relative * squared_length;
  }
  WeightRows<Real> take() { return std::move(weights_); }
  const WeightRows<Real>& weights() const { return weights_; }
  // An anchor of the shape that this backend takes, all zero.
  WeightRows<Real> make_anchor() const {
    return WeightRows<Real>(problem_.features, problem_.score_map.units());
  }
  // anchor += change (x) x_i, the constant included.
  void add_to_anchor(WeightRows<Real>& anchor, std::size_t i, UnitChange<Real>& change) const {
    anchor.add(rows_.row(i), change);
  }
  // Sets the constant's part of an anchor to zero.
  void clear_constant(WeightRows<Real>& anchor) const {
    anchor.set_row(0, std::vector<Real>(anchor.units()));
  }
  // ---- What solvers around the ascent need (ascent/acceleration.h); rows of weights are dense.

  // Where reset() goes from now on; null: to w0 again. Distances stay those from w0.
  void set_center(const WeightRows<Real>* center) { center_ = center; }
  // The weights of w0 for one feature.
  void copy_anchor_row(std::size_t feature, std::span<double> to) const {
    std::fill(to.begin(), to.end(), 0.0);
    if (anchor_ != nullptr) {
      const std::span<const Real> row = anchor_->view().row(feature);
      std::copy(row.begin(), row.end(), to.begin());
    }
    if (feature != 0 || constant_anchor_.empty()) return;
    for (std::size_t u = 0; u < to.size(); ++u) to[u] += constant_anchor_[u];
  }
  // The memory of dense rows, one behind the other, each of raw_size() numbers, for whoever keeps
  // weights there in another order for a while and counts its changes of them.
  Real* dense_rows() { return weights_.row(0).data(); }
  void count_change() { ++version_; }
  // Calls change(feature, weights) for all rows.
  template <class Change>
  void change_rows(Change change) {
    for (std::size_t j = 0; j < weights_.features(); ++j) change(j, weights_.row(j));
    ++version_;
  }
  // Takes other weights of the same shape, and gives its own in exchange.
  void swap_weights(WeightRows<Real>& other) { std::swap(weights_, other); }

  // Other weights, of the same shape.
  void assign(const WeightRows<Real>& weights) {
    weights_.assign(weights);
    ++version_;
  }

  // What changes; center and anchor are others'.
  void state(State& s) { s(constant_anchor_, weights_, version_, last_reset_); }

  // Of the constant, by unit.
  std::vector<double> constant_weights() const { return first_row(weights_); }
  // Moves these weights in w0, and w with it.
  void move_constant(std::span<const double> by) {
    for (std::size_t u = 0; u < by.size(); ++u) constant_anchor_[u] += by[u];
    add_to_constant(by);
    ++version_;
  }

 private:
  void add_to_constant(std::span<const double> by) {
    std::vector<Real> weights(weights_.units());
    weights_.view().copy_row(0, weights);
    for (std::size_t u = 0; u < by.size(); ++u) {
      weights[u] = static_cast<Real>(static_cast<double>(weights[u]) + by[u]);
    }
    weights_.set_row(0, weights);
  }
  static std::vector<double> first_row(const WeightRows<Real>& rows) {
    std::vector<double> weights(rows.units());
    rows.view().for_each_nonzero(
        0, [&](std::size_t unit, Real value) { weights[unit] = static_cast<double>(value); });
    return weights;
  }
  std::vector<double> given_anchor_of_constant() const {
    return anchor_ != nullptr ? first_row(*anchor_) : std::vector<double>(weights_.units());
  }
  // The same where w0 is on the constant alone: the other weights are not read.
  double along_constant_anchor() const {
    if (constant_anchor_.empty()) return 0;
    const std::vector<double> weights = constant_weights();
    double sum = 0;
    for (std::size_t u = 0; u < weights.size(); ++u) {
      sum += constant_anchor_[u] * (weights[u] - constant_anchor_[u]);
    }
    return sum;
  }
  // ||w0||^2
  double squared_anchor() const {
    double sum = anchor_ != nullptr ? anchor_->squared_norm() : 0;
    if (constant_anchor_.empty()) return sum;
    const std::vector<double> anchor = given_anchor_of_constant();
    for (std::size_t u = 0; u < anchor.size(); ++u) {
      sum += constant_anchor_[u] * (constant_anchor_[u] + 2 * anchor[u]);
    }
    return sum;
  }

  const Problem<Real>& problem_;
  const SparseRows<Real>& rows_;
  const WeightRows<Real>* anchor_ = nullptr;
  const WeightRows<Real>* center_ = nullptr;
  std::vector<double> constant_anchor_;  // what w0 has on the constant besides `anchor_`
  WeightRows<Real> weights_;
  std::vector<RowChange<Real>> row_changes_;
  std::uint64_t version_ = 0, last_reset_ = 0;
  std::vector<double> squared_lengths_;
  bool suits_batches_ = false;  // dense rows, scored some at a time
};

}  // namespace clade::detail

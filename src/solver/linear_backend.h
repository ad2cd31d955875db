// The linear backend of the dual solver: explicit weights.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "linear/weight_rows.h"
#include "solver/problem.h"

namespace clade {

// score() may be called from several threads while nothing else is.
template <class RealType>
class LinearBackend {
 public:
  using Real = RealType;

  explicit LinearBackend(const Problem<Real>& problem)
      : rows_(problem.rows),
        anchor_(problem.anchor.get()),
        weights_(problem.features, problem.score_map.units()) {
    squared_lengths_.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      double sum = 0;
      for (const auto& f : rows_.row(i)) {
        sum += static_cast<double>(f.value) * static_cast<double>(f.value);
      }
      squared_lengths_.push_back(sum);
    }
    if (anchor_ != nullptr) weights_.assign(*anchor_);
  }

  // Entries of a buffer for raw scores.
  std::size_t raw_size() const { return weights_.view().stride; }
  double squared_length(std::size_t i) const { return squared_lengths_[i]; }
  void score(std::size_t i, Real* raw) const { weights_.view().score(rows_.row(i), raw); }

  double inner_product(std::size_t a, std::size_t b) const {
    const auto first = rows_.row(a), second = rows_.row(b);
    double sum = 0;
    for (std::size_t i = 0, j = 0; i < first.size() && j < second.size();) {
      const std::uint32_t p = first[i].index, q = second[j].index;
      if (p == q) sum += static_cast<double>(first[i].value) * static_cast<double>(second[j].value);
      i += p <= q ? 1 : 0;
      j += q <= p ? 1 : 0;
    }
    return sum;
  }

  // Instances come in random order: what a visit will read is asked for ahead of time, first where
  // the row stands, then the row, then its weights.
  void prefetch_place(std::size_t i) const {
    rows_.prefetch_place(i);
    __builtin_prefetch(&squared_lengths_[i]);
  }
  void prefetch_row(std::size_t i) const {
    const auto row = rows_.row(i);
    const auto* end = reinterpret_cast<const char*>(row.data() + row.size());
    for (const auto* p = reinterpret_cast<const char*>(row.data()); p < end; p += block_bytes) {
      __builtin_prefetch(p);
    }
  }
  void prefetch_weights(std::size_t i) const { weights_.view().prefetch(rows_.row(i)); }

  // Counts the changes of the weights.
  std::uint64_t version() const { return version_; }

  // w = w0.
  void reset() {
    last_reset_ = ++version_;
    if (anchor_ != nullptr) {
      weights_.assign(*anchor_);
    } else {
      weights_.set_zero();
    }
  }
  void add(std::size_t i, UnitChange<Real>& change) {
    weights_.add(rows_.row(i), change);
    ++version_;
  }
  void add(std::span<const RowChange<Real>> changes, ThreadPool& pool) {
    weights_.add(changes, pool);
    version_ += changes.size();
  }
  BasicSparseRow<Real> row(std::size_t i) const { return rows_.row(i); }
  void add(std::size_t i, const Real* change, std::span<const std::uint32_t> blocks) {
    weights_.add(rows_.row(i), change, blocks);
    ++version_;
  }

  double squared_norm() const { return weights_.squared_norm(); }
  // ||w - w0||^2
  double squared_distance() const {
    return anchor_ != nullptr ? weights_.squared_distance(*anchor_) : squared_norm();
  }
  // w0'(w - w0)
  double along_anchor() const {
    if (anchor_ == nullptr) return 0;
    return 0.5 * (squared_norm() - anchor_->squared_norm() - squared_distance());
  }
  void scale(double factor) {
    weights_.scale(factor);
    ++version_;
  }
  // The square of how far rounding may have moved the weights since reset(), where ||w - w0||^2 was
  // at most `squared_distance`: every change is rounded, and so is every weight that it changes.
  double squared_drift(double squared_distance) const {
    const double relative = static_cast<double>(version_ - last_reset_) *
                            static_cast<double>(std::numeric_limits<Real>::epsilon());
    const double squared_length =
        anchor_ == nullptr ? squared_distance : 2 * (squared_distance + anchor_->squared_norm());
    return relative * relative * squared_length;
  }
  WeightRows<Real> take() { return std::move(weights_); }

 private:
  const SparseRows<Real>& rows_;
  const WeightRows<Real>* anchor_;
  WeightRows<Real> weights_;
  std::uint64_t version_ = 0, last_reset_ = 0;
  std::vector<double> squared_lengths_;
};

}  // namespace clade

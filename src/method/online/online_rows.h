// The examples as an online learner takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "kernel/gram_rows.h"
#include "solver/online/online_learner.h"

namespace clade::detail {

template <class Real>
struct OnlineRows {
  virtual ~OnlineRows() = default;
  // Valid until the next call.
  virtual OnlineRow<Real> at(std::size_t i) = 0;
  // A step was taken on this example.
  virtual void has_changed(std::size_t /*i*/) {}
  virtual void state(State& /*s*/) {}
};

template <class Real>
class PrimalRows : public OnlineRows<Real> {
 public:
  explicit PrimalRows(const SparseRows<Real>& rows) : rows_(rows) {}
  OnlineRow<Real> at(std::size_t i) override { return primal_row(rows_.row(i)); }

 private:
  const SparseRows<Real>& rows_;
};

// Kernels with the examples that steps were taken on; the feature of example i is number i.
template <class Real>
class DualRows : public OnlineRows<Real> {
 public:
  // `constant` is added to every kernel.
  DualRows(GramRows<Real>& gram, double constant)
      : gram_(gram), constant_(static_cast<Real>(constant)), is_support_(gram.size()) {}

  OnlineRow<Real> at(std::size_t i) override {
    const auto number = static_cast<std::uint32_t>(i);
    gram_.fetch({&number, 1}, alone_);
    const Real* kernel = gram_.row(i);
    for (auto& entry : scored_) entry.value = kernel[entry.index] + constant_;
    own_ = {number, Real{1}};
    return {scored_, {&own_, 1}, gram_.diagonal(i) + static_cast<double>(constant_)};
  }
  void has_changed(std::size_t i) override {
    if (is_support_[i] != 0) return;
    is_support_[i] = 1;
    scored_.push_back({static_cast<std::uint32_t>(i), Real{0}});
  }
  void state(State& s) override { s(is_support_, scored_); }

 private:
  GramRows<Real>& gram_;
  Real constant_;
  std::vector<std::uint8_t> is_support_;
  std::vector<BasicFeature<Real>> scored_;
  BasicFeature<Real> own_{};
  ThreadPool alone_{1};
};

}  // namespace clade::detail

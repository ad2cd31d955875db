#include "solver/online/online_learner.h"

#include <algorithm>
#include <utility>

#include "data/sparse_row.h"
#include "linear/row_kernels.h"

namespace clade::detail {

template <class Real>
OnlineRow<Real> primal_row(BasicSparseRow<Real> row) {
  return {row, row, squared_length<Real>(row)};
}

template <class Real>
OnlineLearner<Real>::OnlineLearner(OnlineClasses classes, OnlineRules rules, std::size_t features)
    : classes_(std::move(classes)),
      rules_(rules),
      choose_(classes_, rules),
      decision_scores_(classes_.map),
      weights_(features, classes_.map.units()),
      raw_(weights_.view().stride),
      buffer_(decision_scores_.padded_size()),
      change_(classes_.map.units()),
      late_change_(raw_.size()) {
  if (rules_.averaging != Averaging::none) late_.emplace(features, classes_.map.units());
}

template <class Real>
OnlineStep OnlineLearner<Real>::observe(const OnlineRow<Real>& row,
                                        std::span<const Decision> labels,
                                        std::span<const Decision> left_out, double weight) {
  ++steps_;
  weights_.view().score(row.scored, raw_.data());
  const Real* scores = decision_scores_(raw_.data(), buffer_.data());
  OnlineStep step = choose_(scores, labels, left_out, row.squared_length);
  step.size *= weight;
  if (step.size != 0) change(row.changed, step);
  return step;
}

template <class Real>
void OnlineLearner<Real>::change(BasicSparseRow<Real> row, const OnlineStep& step) {
  change_.add(classes_.map, step.label, step.size);
  change_.add(classes_.map, step.rival, -step.size);
  const std::span<const std::uint32_t> blocks = change_.blocks();
  weights_.add(row, change_.values(), blocks);
  if (late_) {
    const auto t = static_cast<double>(steps_);
    for (const std::uint32_t block : blocks) {
      const std::size_t begin = block * block_units<Real>;
      for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
        late_change_[u] = static_cast<Real>(t * change_[u]);
      }
    }
    late_->add(row, late_change_.data(), blocks);
  }
  change_.clear();
}

template <class Real>
void OnlineLearner<Real>::make_room(std::size_t features) {
  if (features <= this->features()) return;
  const std::size_t room = std::max(features, 2 * this->features());
  weights_ = weights_.combined(1, weights_, 0, room);
  if (late_) late_ = late_->combined(1, *late_, 0, room);
}

// The start adds nothing to the sum of the weights but counts: w_0 to w_T.
template <class Real>
double OnlineLearner<Real>::averaged_count() const {
  const auto T = static_cast<double>(steps_);
  return rules_.averaging == Averaging::with_the_start ? T + 1 : T;
}

template <class Real>
WeightRows<Real> OnlineLearner<Real>::last(std::size_t features) const {
  return weights_.combined(1, weights_, 0, features);
}

// With w_t the sum of the changes up to t, that of w_1 to w_T is (T+1) w_T - sum t change_t.
template <class Real>
WeightRows<Real> OnlineLearner<Real>::result(std::size_t features) const {
  if (!late_ || steps_ == 0) return last(features);
  const double count = averaged_count();
  return weights_.combined((static_cast<double>(steps_) + 1) / count, *late_, -1 / count, features);
}

// The same equation, for the sum of t change_t.
template <class Real>
void OnlineLearner<Real>::resume(WeightRows<Real> weights, const WeightRows<Real>* mean,
                                 std::uint64_t steps) {
  weights_ = std::move(weights);
  steps_ = steps;
  if (late_ && mean != nullptr) {
    late_ = weights_.combined(static_cast<double>(steps_) + 1, *mean, -averaged_count(),
                              weights_.features());
  }
}

template OnlineRow<float> primal_row(BasicSparseRow<float>);
template OnlineRow<double> primal_row(BasicSparseRow<double>);
template class OnlineLearner<float>;
template class OnlineLearner<double>;

}  // namespace clade::detail

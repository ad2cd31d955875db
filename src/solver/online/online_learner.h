// Learning from one example at a time. In primal form memory is that of the weights, however many
// examples come. In dual form (thesis Alg. 5) the features are the examples: a row holds the kernel
// with those so far, a step changes the coefficients of the example itself, and two accumulators
// give the mean of coefficients as they give that of weights (thesis 5.15).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clade/features.h"
#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "linear/unit_change.h"
#include "linear/weight_rows.h"
#include "solver/online/online_rules.h"

namespace clade::detail {

template <class Real>
struct OnlineRow {
  BasicSparseRow<Real> scored;   // <w_r, x> is the inner product of this with weights
  BasicSparseRow<Real> changed;  // and a step adds to the weights along this; primal: the same
  double squared_length = 0;
};
template <class Real>
OnlineRow<Real> primal_row(BasicSparseRow<Real> row);

template <class Real>
class OnlineLearner {
 public:
  OnlineLearner(OnlineClasses classes, OnlineRules rules, std::size_t features);
  OnlineLearner(const OnlineLearner&) = delete;
  OnlineLearner& operator=(const OnlineLearner&) = delete;

  // Before the first example: goes on after `steps` others, which left these weights. `mean` is
  // what result() gave there; nothing where that is the same. Both have features() features.
  void resume(WeightRows<Real> weights, const WeightRows<Real>* mean, std::uint64_t steps);

  // Features are numbers below features(). `left_out` as in StepChooser; `weight` multiplies the
  // step.
  OnlineStep observe(const OnlineRow<Real>& row, std::span<const Decision> labels,
                     std::span<const Decision> left_out, double weight);
  OnlineStep observe(BasicSparseRow<Real> row, std::span<const Decision> labels,
                     std::span<const Decision> left_out, double weight) {
    return observe(primal_row(row), labels, left_out, weight);
  }

  std::size_t features() const { return weights_.features(); }
  // There is room for this many features from now on.
  void make_room(std::size_t features);

  // Examples so far.
  std::uint64_t steps() const { return steps_; }
  // The weights as they are now, of the first `features` features.
  WeightRows<Real> last(std::size_t features) const;
  bool is_averaging() const { return late_.has_value(); }
  // What the averaging rule makes of the weights so far, of the first `features` features.
  WeightRows<Real> result(std::size_t features) const;

  void state(State& s) { s(weights_, late_, steps_); }

 private:
  void change(BasicSparseRow<Real> row, const OnlineStep& step);
  // How many weights the mean is of.
  double averaged_count() const;

  OnlineClasses classes_;
  OnlineRules rules_;
  StepChooser<Real> choose_;
  DecisionScores<Real> decision_scores_;
  WeightRows<Real> weights_;
  // The sum over steps t of t times the change: the mean of all weights is a combination of both.
  std::optional<WeightRows<Real>> late_;
  AlignedArray<Real> raw_, buffer_;
  UnitChange<Real> change_;
  std::vector<Real> late_change_;
  std::uint64_t steps_ = 0;
};

}  // namespace clade::detail

// Learning from one example at a time, in primal form: memory is that of the weights, however many
// examples come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clade/dataset.h"
#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "linear/unit_change.h"
#include "linear/weight_rows.h"
#include "solver/online_rules.h"

namespace clade {

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
  OnlineStep observe(BasicSparseRow<Real> row, std::span<const Decision> labels,
                     std::span<const Decision> left_out, double weight);

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

}  // namespace clade

#include "solver/online/online_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/problem/rival_scan.h"

namespace clade::detail {

namespace {

template <class Real>
constexpr Real minus_infinity = -std::numeric_limits<Real>::infinity();

// The first of the values that are as large as the largest but for rounding.
template <class Real>
Decision first_of_the_largest(const AlignedArray<Real>& values, std::size_t size, Real largest) {
  const Real rounding = 16 * std::numeric_limits<Real>::epsilon();
  const Real bound = largest - rounding * std::max(Real{1}, std::abs(largest));
  for (std::size_t d = 0; d < size; ++d) {
    if (values[d] >= bound) return static_cast<Decision>(d);
  }
  return 0;
}

template <class Real>
Decision lowest_label(const Real* scores, std::span<const Decision> labels) {
  Decision lowest = labels.front();
  for (const Decision d : labels) {
    if (scores[d] < scores[lowest]) lowest = d;
  }
  return lowest;
}

// ||Lambda(a) - Lambda(b)||^2
double squared_distance(const ScoreMap& map, Decision a, Decision b) {
  return map.gram(a, a) - 2 * map.gram(a, b) + map.gram(b, b);
}

}  // namespace

template <class Real>
StepChooser<Real>::StepChooser(const OnlineClasses& classes, OnlineRules rules)
    : classes_(classes),
      rules_(rules),
      losses_(classes.map.decisions(), classes.losses),
      loss_scales_(losses_, rules.step == StepRule::hinge ? 2 : 1),
      scratch_(classes.map.decisions()),
      allowed_(AlignedArray<Real>::padded(classes.map.decisions()), minus_infinity<Real>),
      values_(allowed_.size()),
      candidates_(allowed_.size()) {
  for (const Decision d : classes.predictable) allowed_[d] = 0;
}

template <class Real>
OnlineStep StepChooser<Real>::operator()(const Real* scores, std::span<const Decision> labels,
                                         std::span<const Decision> left_out,
                                         double squared_length) {
  OnlineStep step;
  step.predicted = highest(scores).first;
  if (labels.empty() || left_out.size() >= classes_.map.decisions()) return step;
  step.label = lowest_label(scores, labels);
  const Choice choice = choose(scores, step, left_out);
  step.rival = choice.rival;
  step.margin = static_cast<double>(scores[step.label]) - static_cast<double>(scores[step.rival]);
  if (choice.asks_for_a_step) step.size = step_size(step, squared_length);
  return step;
}

template <class Real>
typename StepChooser<Real>::Choice StepChooser<Real>::choose(const Real* scores,
                                                             const OnlineStep& step,
                                                             std::span<const Decision> left_out) {
  switch (rules_.rival) {
    case RivalRule::predicted: {
      const bool is_right = std::binary_search(left_out.begin(), left_out.end(), step.predicted);
      return {is_right ? step.label : step.predicted, !is_right};
    }
    case RivalRule::highest: {
      // Scores of kernels may be tiny: the first one of rivals that are alike may be below the
      // label while another is not.
      const Highest rival = highest_but(scores, left_out);
      return {rival.first, scores[step.label] <= rival.score};
    }
    case RivalRule::largest_loss:
      break;
  }
  return choose_largest_loss(scores, step.label, left_out);
}

// The label itself stands for no loss.
template <class Real>
typename StepChooser<Real>::Choice StepChooser<Real>::choose_largest_loss(
    const Real* scores, Decision label, std::span<const Decision> left_out) {
  const Real* roots = loss_scales_.row(label, scratch_);
  for (std::size_t d = 0; d < classes_.map.decisions(); ++d) {
    candidates_[d] = scores[d] + (roots == nullptr ? Real{1} : roots[d]);
  }
  for (const Decision d : left_out) candidates_[d] = minus_infinity<Real>;
  const Decision rival = highest(candidates_.data()).first;
  if (!(candidates_[rival] > scores[label])) return {label, false};
  return {rival, true};
}

// Of the predictable classes.
template <class Real>
typename StepChooser<Real>::Highest StepChooser<Real>::highest(const Real* scores) {
  const Real top =
      scan_rivals<Real>({scores, nullptr, allowed_.data(), 0, values_.size()}, values_.data());
  return {first_of_the_largest(values_, classes_.map.decisions(), top), top};
}

template <class Real>
typename StepChooser<Real>::Highest StepChooser<Real>::highest_but(
    const Real* scores, std::span<const Decision> left_out) {
  std::copy_n(scores, classes_.map.decisions(), candidates_.data());
  for (const Decision d : left_out) candidates_[d] = minus_infinity<Real>;
  return highest(candidates_.data());
}

template <class Real>
double StepChooser<Real>::step_size(OnlineStep& step, double squared_length) {
  const Real* scales = loss_scales_.row(step.label, scratch_);
  const double scale = scales == nullptr ? 1 : static_cast<double>(scales[step.rival]);
  if (rules_.step == StepRule::loss) return scale;
  step.hinge = std::max(0.0, scale - step.margin);
  const double bend = squared_distance(classes_.map, step.label, step.rival) * squared_length;
  return bend > 0 ? step.hinge / bend : 0;
}

template class StepChooser<float>;
template class StepChooser<double>;

}  // namespace clade::detail

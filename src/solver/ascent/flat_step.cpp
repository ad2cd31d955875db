#include "solver/ascent/flat_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear/row_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/ascent/flat_step.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The Hessian is h (1 + delta_ab), h = ||x||^2, so at the optimum
//   beta_c = max(0, (v_c - theta) / h),  v_c = g_c + h beta_c (both from before the step),
// and with B the sum of beta after the step and B0 before,
//   theta = h (B - B0) + (the slack's gradient, or the multiplier of B <= C).
// Both together say: the sum of all v_c - theta above zero is hC, or extra (theta + h B0),
// whichever is less, with extra = h / (h + the slack's curvature).
//
// Everything is counted from the largest gradient: what matters lies within hC below it, and hC may
// be small against 1.

struct Above {
  double sum = 0, count = 0;
};

// Of v - theta, where it is above zero.
template <class Real>
HWY_INLINE Above above(const Real* HWY_RESTRICT v, std::size_t size, Real theta) {
  const hn::ScalableTag<Real> d;
  const auto bound = hn::Set(d, theta);
  auto sum = hn::Zero(d);
  std::size_t count = 0;
  for (std::size_t c = 0; c < size; c += hn::Lanes(d)) {
    const auto value = hn::Load(d, v + c);
    const auto mask = hn::Gt(value, bound);
    sum = hn::Add(sum, hn::IfThenElseZero(mask, hn::Sub(value, bound)));
    count += hn::CountTrue(d, mask);
  }
  return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum))), static_cast<double>(count)};
}

// What is known of the values v, all less the largest gradient `top`, before theta is sought.
struct Before {
  double top, highest;
  double mass;        // B0
  double sum, count;  // of the values with beta above zero
};

// Less `top`, too. What the sum of all v - theta above zero has too much is convex in theta and
// falls, so Newton's steps from anywhere end at its zero: they pass it at most once. The first
// theta is that of the old support, which mostly is the new one.
template <class Real>
double threshold(const FlatStep<Real>& step, const Before& before) {
  const double h = step.squared_length;
  const double most =
      step.slack.unbounded() ? std::numeric_limits<double>::infinity() : h * step.slack.C;
  const double extra = h / (h + step.slack.curvature());
  const double start = extra * (h * before.mass + before.top);
  // theta is not below either: the highest value alone would be above it by more than the sum.
  const double lowest = std::max((before.highest - start) / (1 + extra), before.highest - most);
  if (lowest >= before.highest) return lowest;
  double theta = lowest;
  if (before.count > 0) {
    const double free = (before.sum - start) / (before.count + extra);
    const double full = (before.sum - most) / before.count;
    theta = std::clamp(std::max(free, full), lowest, before.highest);
  }
  const double precision =
      4 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * (before.highest - lowest);
  double last_count = -1;
  bool was_full = false;
  while (true) {
    const auto bound = static_cast<Real>(theta);
    const auto from = static_cast<double>(bound);
    const Above set = above(step.values, step.size, bound);
    const double wanted = start + extra * from;
    const bool is_full = wanted >= most;
    const double slope = set.count + (is_full ? 0 : extra);
    const double next =
        slope > 0 ? std::max(lowest, from + (set.sum - std::min(wanted, most)) / slope) : lowest;
    if (std::abs(next - from) <= precision || (set.count == last_count && is_full == was_full)) {
      return next;
    }
    last_count = set.count;
    was_full = is_full;
    theta = next;
  }
}

template <class Real>
HWY_INLINE Real largest_rival_score(const FlatStep<Real>& step) {
  const hn::ScalableTag<Real> d;
  auto top = hn::Set(d, -std::numeric_limits<Real>::infinity());
  for (std::size_t c = 0; c < step.size; c += hn::Lanes(d)) {
    top = hn::Max(top, hn::Add(hn::Load(d, step.scores + c), hn::Load(d, step.allowed + c)));
  }
  return hn::GetLane(hn::MaxOfLanes(d, top));
}

template <class Real>
FlatStepReport take(const FlatStep<Real>& step) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto total = [&](auto sums) HWY_ATTR {
    return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sums)));
  };
  Real* HWY_RESTRICT values = step.values;
  Real* HWY_RESTRICT beta = step.beta;
  const Real top_score = largest_rival_score(step);
  const auto origin = hn::Set(d, top_score);
  const auto h = hn::Set(d, static_cast<Real>(step.squared_length));
  auto highest = hn::Set(d, -std::numeric_limits<Real>::infinity());
  auto earned = hn::Zero(d), masses = hn::Zero(d), sums = hn::Zero(d);
  std::size_t support = 0;
  for (std::size_t c = 0; c < step.size; c += lanes) {
    const auto b = hn::Load(d, beta + c);
    const auto score = hn::Add(hn::Load(d, step.scores + c), hn::Load(d, step.allowed + c));
    const auto g = hn::Sub(score, origin);
    const auto v = hn::MulAdd(h, b, g);
    hn::Store(v, d, values + c);
    highest = hn::Max(highest, v);
    masses = hn::Add(masses, b);
    const auto has_mass = hn::Gt(b, hn::Zero(d));
    if (hn::AllFalse(d, has_mass)) continue;
    earned = hn::Add(earned, hn::IfThenElseZero(has_mass, hn::Mul(b, g)));
    sums = hn::Add(sums, hn::IfThenElseZero(has_mass, v));
    support += hn::CountTrue(d, has_mass);
  }
  const double top = 1 - static_cast<double>(step.own_score) + static_cast<double>(top_score);
  const double mass = total(masses);
  const double cost = step.slack.cost(std::max(0.0, top));
  const double slack_term = step.slack.dual_term(mass);
  FlatStepReport report;
  report.gap = cost + slack_term - mass * top - total(earned);
  report.cost = cost;
  report.value = mass - slack_term;
  if (!(report.gap > step.least_gap)) return report;

  const double theta =
      threshold(step, {top, static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, highest))), mass,
                       total(sums), static_cast<double>(support)});
  const auto bound = hn::Set(d, static_cast<Real>(theta));
  const auto scale = hn::Set(d, static_cast<Real>(1 / step.squared_length));
  auto moved = hn::Zero(d);
  for (std::size_t begin = 0; begin < step.size; begin += block_units<Real>) {
    bool is_touched = false;
    for (std::size_t c = begin; c < begin + block_units<Real>; c += lanes) {
      const auto old = hn::Load(d, beta + c);
      const auto now =
          hn::Max(hn::Zero(d), hn::Mul(hn::Sub(hn::Load(d, values + c), bound), scale));
      const auto change = hn::Sub(old, now);
      hn::Store(change, d, step.change + c);
      const auto differ = hn::Ne(old, now);
      if (hn::AllFalse(d, differ)) continue;
      hn::Store(now, d, beta + c);
      is_touched = true;
      moved = hn::Sub(moved, change);
      report.changes += hn::CountTrue(d, differ);
      report.new_support += static_cast<std::ptrdiff_t>(hn::CountTrue(d, hn::Gt(now, hn::Zero(d))));
      report.new_support -= static_cast<std::ptrdiff_t>(hn::CountTrue(d, hn::Gt(old, hn::Zero(d))));
    }
    if (is_touched) {
      step.blocks->push_back(step.first_block +
                             static_cast<std::uint32_t>(begin / block_units<Real>));
    }
  }
  report.moved = total(moved);
  return report;
}

}  // namespace

FlatStepReport take_float(const FlatStep<float>& step) { return take(step); }
FlatStepReport take_double(const FlatStep<double>& step) { return take(step); }

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(take_float);
HWY_EXPORT(take_double);

template <>
FlatStepReport take_flat_step(const FlatStep<float>& step) {
  return HWY_DYNAMIC_DISPATCH(take_float)(step);
}
template <>
FlatStepReport take_flat_step(const FlatStep<double>& step) {
  return HWY_DYNAMIC_DISPATCH(take_double)(step);
}

}  // namespace clade::detail
#endif

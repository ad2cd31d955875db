#include "solver/ascent/flat_step.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
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

// Of v - theta, where it is above zero.
struct Above {
  double sum = 0, count = 0;
  bool is_support = false;  // whether it is where beta is above zero
};

template <class Real>
HWY_INLINE Above above(const FlatStep<Real>& step, Real theta) {
  const hn::ScalableTag<Real> d;
  const auto bound = hn::Set(d, theta);
  auto sum = hn::Zero(d);
  std::size_t count = 0, others = 0;
  for (std::size_t c = 0; c < step.size; c += hn::Lanes(d)) {
    const auto value = hn::Load(d, step.values + c);
    const auto mask = hn::Gt(value, bound);
    const auto has_mass = hn::Gt(hn::Load(d, step.beta + c), hn::Zero(d));
    sum = hn::Add(sum, hn::IfThenElseZero(mask, hn::Sub(value, bound)));
    count += hn::CountTrue(d, mask);
    others += hn::CountTrue(d, hn::Xor(mask, has_mass));
  }
  return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum))), static_cast<double>(count),
          others == 0};
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
HWY_INLINE double threshold(const FlatStep<Real>& step, const Before& before) {
  const double h = step.squared_length;
  const double most =
      step.slack.unbounded() ? std::numeric_limits<double>::infinity() : h * step.slack.C;
  const double extra = h / (h + step.slack.curvature());
  const double start = extra * (h * before.mass + before.top);
  // theta is not below either: the highest value alone would be above it by more than the sum.
  const double lowest = std::max((before.highest - start) / (1 + extra), before.highest - most);
  if (lowest >= before.highest) return lowest;
  double theta = lowest;
  bool is_of_support = false;
  if (before.count > 0) {
    const double free = (before.sum - start) / (before.count + extra);
    const double full = (before.sum - most) / before.count;
    theta = std::clamp(std::max(free, full), lowest, before.highest);
    is_of_support = theta > lowest;
  }
  const double precision =
      4 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * (before.highest - lowest);
  double last_count = -1;
  bool was_full = false;
  while (true) {
    const auto bound = static_cast<Real>(theta);
    const auto from = static_cast<double>(bound);
    const Above set = above(step, bound);
    const double wanted = start + extra * from;
    const bool is_full = wanted >= most;
    const double slope = set.count + (is_full ? 0 : extra);
    const double next =
        slope > 0 ? std::max(lowest, from + (set.sum - std::min(wanted, most)) / slope) : lowest;
    const bool is_same_set =
        (is_of_support && set.is_support) || (set.count == last_count && is_full == was_full);
    if (is_same_set || std::abs(next - from) <= precision) return next;
    is_of_support = false;
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

// Rows of up to this many blocks are changed whole: to ask which would take longer.
constexpr std::size_t most_whole_blocks = 4;

// beta and its change for the new threshold.
template <class Real>
HWY_INLINE void move_to(const FlatStep<Real>& step, Real theta, std::size_t old_support,
                        FlatStepReport& report) {
  const hn::CappedTag<Real, block_units<Real>> d;
  const auto bound = hn::Set(d, theta);
  const auto scale = hn::Set(d, static_cast<Real>(1 / step.squared_length));
  const bool is_whole = step.size <= most_whole_blocks * block_units<Real>;
  auto moved = hn::Zero(d);
  std::size_t support = 0;
  std::uint32_t block = step.first_block;
  for (std::size_t begin = 0; begin < step.size; begin += block_units<Real>, ++block) {
    std::size_t changes = 0;
    for (std::size_t c = begin; c < begin + block_units<Real>; c += hn::Lanes(d)) {
      const auto old = hn::Load(d, step.beta + c);
      const auto now =
          hn::Max(hn::Zero(d), hn::Mul(hn::Sub(hn::Load(d, step.values + c), bound), scale));
      const auto change = hn::Sub(old, now);
      hn::Store(change, d, step.change + c);
      hn::BlendedStore(now, hn::Ne(old, now), d, step.beta + c);
      moved = hn::Sub(moved, change);
      changes += hn::CountTrue(d, hn::Ne(old, now));
      support += hn::CountTrue(d, hn::Gt(now, hn::Zero(d)));
    }
    step.blocks[report.touched] = block;
    report.touched += changes > 0 || block == step.own_block || is_whole ? 1 : 0;
    report.changes += changes;
  }
  report.moved = static_cast<double>(hn::GetLane(hn::SumOfLanes(d, moved)));
  report.new_support =
      static_cast<std::ptrdiff_t>(support) - static_cast<std::ptrdiff_t>(old_support);
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
  report.mass = mass;
  report.value = mass - slack_term;
  if (!(report.gap > step.least_gap)) return report;

  const double theta =
      threshold(step, {top, static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, highest))), mass,
                       total(sums), static_cast<double>(support)});
  move_to(step, static_cast<Real>(theta), support, report);
  return report;
}

// A mask a vector: text has few variables above zero, and looking at each value takes longer.
template <class Real>
std::size_t positive(const Real* HWY_RESTRICT values, std::size_t size, std::uint32_t* places) {
  const hn::CappedTag<Real, 32> d;
  std::size_t found = 0;
  for (std::size_t c = 0; c < size; c += hn::Lanes(d)) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, hn::Gt(hn::Load(d, values + c), hn::Zero(d)), bytes);
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof(bits));
    for (; bits != 0; bits &= bits - 1) {
      places[found++] =
          static_cast<std::uint32_t>(c) + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
  }
  return found;
}

}  // namespace

std::size_t positive_float(const float* values, std::size_t size, std::uint32_t* places) {
  return positive(values, size, places);
}
std::size_t positive_double(const double* values, std::size_t size, std::uint32_t* places) {
  return positive(values, size, places);
}
FlatStepReport take_float(const FlatStep<float>& step) { return take(step); }
FlatStepReport take_double(const FlatStep<double>& step) { return take(step); }

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(take_float);
HWY_EXPORT(take_double);
HWY_EXPORT(positive_float);
HWY_EXPORT(positive_double);

template <>
FlatStepReport take_flat_step(const FlatStep<float>& step) {
  return HWY_DYNAMIC_DISPATCH(take_float)(step);
}
template <>
FlatStepReport take_flat_step(const FlatStep<double>& step) {
  return HWY_DYNAMIC_DISPATCH(take_double)(step);
}
template <>
std::size_t find_positive(const float* values, std::size_t size, std::uint32_t* places) {
  return HWY_DYNAMIC_DISPATCH(positive_float)(values, size, places);
}
template <>
std::size_t find_positive(const double* values, std::size_t size, std::uint32_t* places) {
  return HWY_DYNAMIC_DISPATCH(positive_double)(values, size, places);
}

}  // namespace clade::detail
#endif

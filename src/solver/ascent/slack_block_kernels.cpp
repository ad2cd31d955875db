#include "solver/ascent/slack_block_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/ascent/slack_block_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// ---- Flat classes with equal losses (Crammer and Singer)
//
// The Hessian is h (1 + delta_ab), h = ||x||^2 scale^2, so at the optimum
//   beta_c = max(0, (v_c - theta) / h),  v_c = g_c + h beta_c (both from before the step),
//   theta = h (B - B_before) + (the slack's gradient, or the multiplier of B <= C).
// theta follows from the set of variables above it; starting with all, it only grows and each
// round drops those that it has passed, until none is (as Michelot projects onto a simplex).

struct AboveTheta {
  double sum = 0, count = 0;
};

AboveTheta above(const double* HWY_RESTRICT v, std::size_t padded, double theta) {
  const hn::ScalableTag<double> d;
  const auto bound = hn::Set(d, theta);
  const auto one = hn::Set(d, 1.0);
  auto sum = hn::Zero(d), count = hn::Zero(d);
  for (std::size_t c = 0; c < padded; c += hn::Lanes(d)) {
    const auto value = hn::Load(d, v + c);
    const auto mask = hn::Gt(value, bound);
    sum = hn::Add(sum, hn::IfThenElseZero(mask, value));
    count = hn::Add(count, hn::IfThenElseZero(mask, one));
  }
  return {hn::GetLane(hn::SumOfLanes(d, sum)), hn::GetLane(hn::SumOfLanes(d, count))};
}

// theta(set) = (sum - shift) / (count + extra), until the set is that of the values above it.
AboveTheta settle(const double* v, std::size_t padded, double shift, double extra, double& theta) {
  AboveTheta set = above(v, padded, -std::numeric_limits<double>::max());
  theta = (set.sum - shift) / (set.count + extra);
  while (true) {
    const AboveTheta next = above(v, padded, theta);
    // Only ever fewer: where rounding lets a value come back, the set has settled.
    if (next.count >= set.count || next.count + extra == 0) return set;
    set = next;
    theta = (set.sum - shift) / (set.count + extra);
  }
}

template <class Real>
void simplex(SlackBlock<Real>& block) {
  constexpr std::size_t most_on_stack = 64;
  const std::size_t padded = AlignedArray<double>::padded(block.size);
  HWY_ALIGN double stack[most_on_stack];
  AlignedArray<double> heap;
  double* v = stack;
  if (padded > most_on_stack) {
    heap = AlignedArray<double>(padded);
    v = heap.data();
  }
  const auto scale = static_cast<double>(block.scale[0]);
  const double h = block.squared_length * scale * scale;
  for (std::size_t c = 0; c < block.size; ++c) {
    v[c] = static_cast<double>(block.gradient[c]) + h * block.beta[c];
  }
  for (std::size_t c = block.size; c < padded; ++c) v[c] = -std::numeric_limits<double>::infinity();

  const double extra = h / (h + block.slack.curvature());
  double theta = 0;
  const AboveTheta set = settle(v, padded, h * block.mass * extra, extra, theta);
  if (!block.slack.unbounded() && set.sum - set.count * theta > h * block.slack.C) {
    settle(v, padded, h * block.slack.C, 0, theta);
  }

  for (std::size_t c = 0; c < block.size; ++c) block.beta[c] = std::max(0.0, (v[c] - theta) / h);
}

// ---- Any taxonomy: exact steps between two variables, or one and the slack
//
// Mass moves from the lowest gradient that has some to the highest.

template <class Real>
struct Extremes {
  Real high, low;  // largest gradient, and smallest of those with mass
};

// gradient -= amount (up - down); the extremes of what comes out.
template <class Real>
HWY_INLINE Extremes<Real> shift_gradients(SlackBlock<Real>& block, std::size_t padded, Real amount,
                                          const Real* HWY_RESTRICT up,
                                          const Real* HWY_RESTRICT down) {
  const hn::ScalableTag<Real> d;
  const auto factor = hn::Set(d, amount);
  auto high = hn::Set(d, -std::numeric_limits<Real>::infinity());
  auto low = hn::Set(d, std::numeric_limits<Real>::infinity());
  Real* HWY_RESTRICT gradient = block.gradient.data();
  const Real* HWY_RESTRICT without_mass = block.without_mass.data();
  for (std::size_t c = 0; c < padded; c += hn::Lanes(d)) {
    auto g = hn::Load(d, gradient + c);
    if (up != nullptr) g = hn::NegMulAdd(factor, hn::Load(d, up + c), g);
    if (down != nullptr) g = hn::MulAdd(factor, hn::Load(d, down + c), g);
    hn::Store(g, d, gradient + c);
    high = hn::Max(high, g);
    low = hn::Min(low, hn::Add(g, hn::Load(d, without_mass + c)));
  }
  return {hn::GetLane(hn::MaxOfLanes(d, high)), hn::GetLane(hn::MinOfLanes(d, low))};
}

constexpr std::size_t none = ~std::size_t{0};  // the slack element

template <class Real>
std::size_t find(const Real* HWY_RESTRICT values, const Real* HWY_RESTRICT offsets,
                 std::size_t padded, Real wanted) {
  const hn::ScalableTag<Real> d;
  const auto target = hn::Set(d, wanted);
  for (std::size_t c = 0; c < padded; c += hn::Lanes(d)) {
    auto value = hn::Load(d, values + c);
    if (offsets != nullptr) value = hn::Add(value, hn::Load(d, offsets + c));
    const std::intptr_t at = hn::FindFirstTrue(d, hn::Eq(value, target));
    if (at >= 0) return c + static_cast<std::size_t>(at);
  }
  return none;
}

template <class Real>
void pairs(SlackBlock<Real>& block, double tolerance,
           const std::function<void(std::size_t)>& make_row) {
  const std::size_t padded = AlignedArray<Real>::padded(block.size);
  const auto row_of = [&](std::size_t c) HWY_ATTR -> const Real* {
    if (c == none) return nullptr;
    if (block.has_row[c] == 0) make_row(c);
    block.has_row[c] = 1;
    return block.hessian.data() + c * padded;
  };
  const Slack& slack = block.slack;
  Extremes<Real> seen = shift_gradients<Real>(block, padded, 0, nullptr, nullptr);
  // Below this, differences of gradients are rounding.
  tolerance = std::max(tolerance, static_cast<double>(std::numeric_limits<Real>::epsilon()) *
                                      std::abs(static_cast<double>(seen.high)));
  const std::size_t most_steps = 100 + 20 * block.size;
  for (std::size_t step = 0; step < most_steps; ++step) {
    const double slack_gradient = slack.gradient(block.mass);
    const double left = slack.left(block.mass);
    auto high = static_cast<double>(seen.high);
    auto low = static_cast<double>(seen.low);
    const bool up_is_slack = high <= slack_gradient;
    const bool down_is_slack = left > 0 && slack_gradient <= low;
    if (up_is_slack) high = slack_gradient;
    if (down_is_slack) low = slack_gradient;
    if (!(high - low > tolerance)) break;

    const std::size_t to =
        up_is_slack ? none : find<Real>(block.gradient.data(), nullptr, padded, seen.high);
    const std::size_t from =
        down_is_slack
            ? none
            : find<Real>(block.gradient.data(), block.without_mass.data(), padded, seen.low);
    const Real* up = row_of(to);
    const Real* down = row_of(from);
    double bend = 0;
    if (up == nullptr && down == nullptr) break;
    if (up == nullptr) {
      bend = static_cast<double>(down[from]) + slack.curvature();
    } else if (down == nullptr) {
      bend = static_cast<double>(up[to]) + slack.curvature();
    } else {
      bend = static_cast<double>(up[to]) - 2 * static_cast<double>(up[from]) +
             static_cast<double>(down[from]);
    }
    const double available = from == none ? left : block.beta[from];
    const double best = bend > 0 ? (high - low) / bend : std::numeric_limits<double>::infinity();
    const double amount = std::min(best, available);
    if (std::isinf(amount)) fail_without_margin();
    if (to != none) {
      block.beta[to] += amount;
      block.without_mass[to] = 0;
    } else {
      block.mass -= amount;
    }
    if (from != none) {
      double& beta = block.beta[from];
      beta = amount < beta ? beta - amount : 0;
      if (beta == 0) block.without_mass[from] = std::numeric_limits<Real>::infinity();
    } else {
      block.mass += amount;
    }
    seen = shift_gradients<Real>(block, padded, static_cast<Real>(amount), up, down);
  }
}

// G is in single precision, gathered by the variables' rivals.
void fill_row(SlackBlock<float>& block, std::size_t c, double own, const float* gram_row) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  const std::size_t padded = AlignedArray<float>::padded(block.size);
  const auto factor = hn::Set(d, static_cast<float>(block.squared_length) * block.scale[c]);
  const auto base = hn::Set(d, static_cast<float>(own));
  float* HWY_RESTRICT row = block.hessian.data() + c * padded;
  for (std::size_t b = 0; b < padded; b += hn::Lanes(d)) {
    const auto gram = hn::GatherIndex(d, gram_row, hn::Load(di, block.minus.data() + b));
    const auto inner = hn::Add(hn::Sub(base, hn::Load(d, block.with_plus.data() + b)), gram);
    hn::Store(hn::Mul(hn::Mul(factor, hn::Load(d, block.scale.data() + b)), inner), d, row + b);
  }
}

void fill_row(SlackBlock<double>& block, std::size_t c, double own, const float* gram_row) {
  const std::size_t padded = AlignedArray<double>::padded(block.size);
  const double factor = block.squared_length * block.scale[c];
  double* row = block.hessian.data() + c * padded;
  for (std::size_t b = 0; b < padded; ++b) {
    const auto gram = static_cast<double>(gram_row[block.minus[b]]);
    row[b] = factor * block.scale[b] * (own - block.with_plus[b] + gram);
  }
}

}  // namespace

void simplex_float(SlackBlock<float>& block) { simplex(block); }
void simplex_double(SlackBlock<double>& block) { simplex(block); }
void pairs_float(SlackBlock<float>& block, double tolerance,
                 const std::function<void(std::size_t)>& make_row) {
  pairs(block, tolerance, make_row);
}
void pairs_double(SlackBlock<double>& block, double tolerance,
                  const std::function<void(std::size_t)>& make_row) {
  pairs(block, tolerance, make_row);
}
void fill_row_float(SlackBlock<float>& block, std::size_t c, double own, const float* gram_row) {
  fill_row(block, c, own, gram_row);
}
void fill_row_double(SlackBlock<double>& block, std::size_t c, double own, const float* gram_row) {
  fill_row(block, c, own, gram_row);
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(simplex_float);
HWY_EXPORT(simplex_double);
HWY_EXPORT(pairs_float);
HWY_EXPORT(pairs_double);
HWY_EXPORT(fill_row_float);
HWY_EXPORT(fill_row_double);

template <>
void ascend_simplex(SlackBlock<float>& block) {
  HWY_DYNAMIC_DISPATCH(simplex_float)(block);
}
template <>
void ascend_simplex(SlackBlock<double>& block) {
  HWY_DYNAMIC_DISPATCH(simplex_double)(block);
}
template <>
void ascend_pairs(SlackBlock<float>& block, double tolerance,
                  const std::function<void(std::size_t)>& make_row) {
  HWY_DYNAMIC_DISPATCH(pairs_float)(block, tolerance, make_row);
}
template <>
void ascend_pairs(SlackBlock<double>& block, double tolerance,
                  const std::function<void(std::size_t)>& make_row) {
  HWY_DYNAMIC_DISPATCH(pairs_double)(block, tolerance, make_row);
}
template <>
void fill_hessian_row(SlackBlock<float>& block, std::size_t c, double own, const float* gram_row) {
  HWY_DYNAMIC_DISPATCH(fill_row_float)(block, c, own, gram_row);
}
template <>
void fill_hessian_row(SlackBlock<double>& block, std::size_t c, double own, const float* gram_row) {
  HWY_DYNAMIC_DISPATCH(fill_row_double)(block, c, own, gram_row);
}

}  // namespace clade::detail
#endif

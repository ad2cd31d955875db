#include "solver/ascent/rounding_bound.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/ascent/rounding_bound.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// An operation has a relative error of at most half the precision. A weight that is rounded has one
// such error, its change three, and the unit of a sum those of the additions besides: the square of
// a sum of three is at most three times the sum of their squares.
template <class Real>
void record(const RoundedChange<Real>& step, UnitRounding<Real> sums) {
  const hn::CappedTag<Real, block_units<Real>> d;
  const auto zero = hn::Zero(d), one = hn::Set(d, Real{1}), two = hn::Set(d, Real{2});
  const auto of_weight = hn::Set(d, Real{0.75});
  const auto h = hn::Set(d, static_cast<Real>(step.squared_length));
  const auto of_change = hn::Set(d, static_cast<Real>(6.75 * step.squared_length));
  for (const std::uint32_t block : step.blocks) {
    const std::size_t begin = block * block_units<Real>;
    for (std::size_t u = begin; u < begin + block_units<Real>; u += hn::Lanes(d)) {
      const auto change = hn::Load(d, step.change + u);
      const auto is_changed = hn::Ne(change, zero);
      const auto slope = hn::MulAdd(two, hn::Load(d, step.scores + u), hn::Mul(change, h));
      const auto length = hn::Load(d, sums.squared_length + u);
      const auto grown = hn::Max(zero, hn::MulAdd(change, slope, length));
      const auto moved = hn::MulAdd(of_change, hn::Mul(change, change), hn::Mul(of_weight, grown));
      hn::Store(hn::IfThenElse(is_changed, grown, length), d, sums.squared_length + u);
      const auto changes = hn::Load(d, sums.changes + u), squares = hn::Load(d, sums.squares + u);
      hn::Store(hn::Add(changes, hn::IfThenElseZero(is_changed, one)), d, sums.changes + u);
      hn::Store(hn::Add(squares, hn::IfThenElseZero(is_changed, moved)), d, sums.squares + u);
    }
  }
}

}  // namespace

void record_float(const RoundedChange<float>& step, UnitRounding<float> sums) {
  record(step, sums);
}
void record_double(const RoundedChange<double>& step, UnitRounding<double> sums) {
  record(step, sums);
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(record_float);
HWY_EXPORT(record_double);

template <>
void record_rounding(const RoundedChange<float>& step, UnitRounding<float> sums) {
  HWY_DYNAMIC_DISPATCH(record_float)(step, sums);
}
template <>
void record_rounding(const RoundedChange<double>& step, UnitRounding<double> sums) {
  HWY_DYNAMIC_DISPATCH(record_double)(step, sums);
}

}  // namespace clade::detail
#endif

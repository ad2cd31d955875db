#include "solver/ascent/group_scan.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/ascent/group_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

float scan_with(const GroupScan& scan, float* HWY_RESTRICT gradients) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<std::int32_t, decltype(d)> di;
  const auto none = hn::Set(d, -std::numeric_limits<float>::infinity());
  auto top = none;
  for (std::size_t p = 0; p < scan.size; p += hn::Lanes(d)) {
    const auto groups = hn::Load(di, scan.groups + p);
    const auto base = hn::GatherIndex(d, scan.bases, groups);
    const auto scale = hn::GatherIndex(d, scan.scales, groups);
    const auto margin =
        hn::MulAdd(hn::Load(d, scan.strengths + p), hn::LoadU(d, scan.own + p), base);
    auto g = hn::IfThenElse(hn::Gt(scale, hn::Zero(d)), hn::Mul(scale, margin), none);
    g = hn::Add(g, hn::Load(d, scan.allowed + p));
    hn::Store(g, d, gradients + p);
    top = hn::Max(top, g);
  }
  return hn::GetLane(hn::MaxOfLanes(d, top));
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(scan_with);

float scan_groups(const GroupScan& scan, float* gradients) {
  return HWY_DYNAMIC_DISPATCH(scan_with)(scan, gradients);
}

}  // namespace clade::detail
#endif

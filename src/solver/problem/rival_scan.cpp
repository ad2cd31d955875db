#include "solver/problem/rival_scan.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/problem/rival_scan.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
Real scan(const RivalScan<Real>& scan, Real* HWY_RESTRICT gradients) {
  const hn::ScalableTag<Real> d;
  const auto base = hn::Set(d, scan.base);
  const auto none = hn::Set(d, -std::numeric_limits<Real>::infinity());
  auto top = none;
  for (std::size_t r = 0; r < scan.size; r += hn::Lanes(d)) {
    const auto margin = hn::Add(base, hn::LoadU(d, scan.scores + r));
    auto g = margin;
    if (scan.scales != nullptr) {
      const auto scale = hn::Load(d, scan.scales + r);
      g = hn::IfThenElse(hn::Gt(scale, hn::Zero(d)), hn::Mul(scale, margin), none);
    }
    g = hn::Add(g, hn::Load(d, scan.allowed + r));
    hn::Store(g, d, gradients + r);
    top = hn::Max(top, g);
  }
  return hn::GetLane(hn::MaxOfLanes(d, top));
}

template <class Real>
void collect(std::span<const Real> gradients, Real threshold, std::vector<std::uint32_t>& out) {
  const hn::ScalableTag<Real> d;
  const auto bound = hn::Set(d, threshold);
  for (std::size_t r = 0; r < gradients.size(); r += hn::Lanes(d)) {
    const auto mask = hn::Ge(hn::LoadU(d, gradients.data() + r), bound);
    if (hn::AllFalse(d, mask)) continue;
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
      if (gradients[r + lane] >= threshold) out.push_back(static_cast<std::uint32_t>(r + lane));
    }
  }
}

template <class Real>
PositivePart positive(std::span<const Real> gradients) {
  const hn::ScalableTag<Real> d;
  auto sum = hn::Zero(d), squares = hn::Zero(d);
  for (std::size_t r = 0; r < gradients.size(); r += hn::Lanes(d)) {
    const auto g = hn::Max(hn::Zero(d), hn::LoadU(d, gradients.data() + r));
    sum = hn::Add(sum, g);
    squares = hn::MulAdd(g, g, squares);
  }
  return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum))),
          static_cast<double>(hn::GetLane(hn::SumOfLanes(d, squares)))};
}

}  // namespace

float scan_float(const RivalScan<float>& of, float* gradients) { return scan(of, gradients); }
double scan_double(const RivalScan<double>& of, double* gradients) { return scan(of, gradients); }
void collect_float(std::span<const float> gradients, float threshold,
                   std::vector<std::uint32_t>& out) {
  collect(gradients, threshold, out);
}
void collect_double(std::span<const double> gradients, double threshold,
                    std::vector<std::uint32_t>& out) {
  collect(gradients, threshold, out);
}
PositivePart positive_float(std::span<const float> gradients) { return positive(gradients); }
PositivePart positive_double(std::span<const double> gradients) { return positive(gradients); }

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(scan_float);
HWY_EXPORT(scan_double);
HWY_EXPORT(collect_float);
HWY_EXPORT(collect_double);
HWY_EXPORT(positive_float);
HWY_EXPORT(positive_double);

template <>
float scan_rivals(const RivalScan<float>& scan, float* gradients) {
  return HWY_DYNAMIC_DISPATCH(scan_float)(scan, gradients);
}
template <>
double scan_rivals(const RivalScan<double>& scan, double* gradients) {
  return HWY_DYNAMIC_DISPATCH(scan_double)(scan, gradients);
}
template <>
void collect_rivals(std::span<const float> gradients, float threshold,
                    std::vector<std::uint32_t>& out) {
  HWY_DYNAMIC_DISPATCH(collect_float)(gradients, threshold, out);
}
template <>
void collect_rivals(std::span<const double> gradients, double threshold,
                    std::vector<std::uint32_t>& out) {
  HWY_DYNAMIC_DISPATCH(collect_double)(gradients, threshold, out);
}
template <>
PositivePart positive_part(std::span<const float> gradients) {
  return HWY_DYNAMIC_DISPATCH(positive_float)(gradients);
}
template <>
PositivePart positive_part(std::span<const double> gradients) {
  return HWY_DYNAMIC_DISPATCH(positive_double)(gradients);
}

}  // namespace clade::detail
#endif

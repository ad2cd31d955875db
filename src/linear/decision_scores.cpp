#include "linear/decision_scores.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/decision_scores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// scores[s] = sum over k of strengths[k, s] * raw[units[k, s]] for the decisions s of one slice.
template <class Real, class Index>
void score_slices(const Real* HWY_RESTRICT raw, const std::size_t* offsets, std::size_t slices,
                  const Index* HWY_RESTRICT units, const Real* HWY_RESTRICT strengths,
                  Real* HWY_RESTRICT scores) {
  const hn::ScalableTag<Real> d;
  const hn::Rebind<Index, decltype(d)> di;
  constexpr std::size_t slice = DecisionScores<Real>::slice;
  for (std::size_t s = 0; s < slices; ++s) {
    for (std::size_t lane = 0; lane < slice; lane += hn::Lanes(d)) {
      auto sum = hn::Zero(d);
      for (std::size_t at = offsets[s] + lane; at < offsets[s + 1]; at += slice) {
        const auto values = hn::GatherIndex(d, raw, hn::Load(di, units + at));
        sum = hn::MulAdd(values, hn::Load(d, strengths + at), sum);
      }
      hn::StoreU(sum, d, scores + s * slice + lane);
    }
  }
}

}  // namespace

void slices_float(const float* raw, const std::size_t* offsets, std::size_t slices,
                  const std::int32_t* units, const float* strengths, float* scores) {
  score_slices(raw, offsets, slices, units, strengths, scores);
}
void slices_double(const double* raw, const std::size_t* offsets, std::size_t slices,
                   const std::int64_t* units, const double* strengths, double* scores) {
  score_slices(raw, offsets, slices, units, strengths, scores);
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(slices_float);
HWY_EXPORT(slices_double);

template <class Real>
DecisionScores<Real>::DecisionScores(const ScoreMap& map)
    : decisions_(map.decisions()), is_identity_(map.is_identity()) {
  if (is_identity_) return;
  const auto longest_of = [&](std::size_t first) {
    std::size_t longest = 0;
    for (std::size_t y = first; y < std::min(first + slice, decisions_); ++y) {
      longest = std::max(longest, map.of(y).size());
    }
    return longest;
  };
  for (std::size_t first = 0; first < decisions_; first += slice) {
    offsets_.push_back(offsets_.back() + slice * longest_of(first));
  }
  units_ = AlignedArray<Index>(offsets_.back());
  strengths_ = AlignedArray<Real>(offsets_.back());
  for (std::size_t y = 0; y < decisions_; ++y) {
    std::size_t at = offsets_[y / slice] + y % slice;
    for (const Attribute& a : map.of(y)) {
      units_[at] = static_cast<Index>(index_of(a.unit));
      strengths_[at] = static_cast<Real>(a.strength);
      at += slice;
    }
  }
}

template <class Real>
const Real* DecisionScores<Real>::operator()(const Real* raw, Real* buffer) const {
  if (is_identity_) return raw;
  const std::size_t slices = offsets_.size() - 1;
  if constexpr (sizeof(Real) == 4) {
    HWY_DYNAMIC_DISPATCH(slices_float)
    (raw, offsets_.data(), slices, units_.data(), strengths_.data(), buffer);
  } else {
    HWY_DYNAMIC_DISPATCH(slices_double)
    (raw, offsets_.data(), slices, units_.data(), strengths_.data(), buffer);
  }
  return buffer;
}

template class DecisionScores<float>;
template class DecisionScores<double>;

}  // namespace clade::detail
#endif

#include "bench/machine_limits.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "bench/series.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/machine_limits.cpp"
#include <hwy/aligned_allocator.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::bench {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t sums = 8;  // independent ones, so that no addition waits for another

// `size` is a multiple of 8 of the longest vectors.
float read_once(const float* values, std::size_t size) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d)> sum[sums];
  for (auto& s : sum) s = hn::Zero(d);
  for (std::size_t i = 0; i < size; i += sums * lanes) {
    for (std::size_t k = 0; k < sums; ++k) {
      sum[k] = hn::Add(sum[k], hn::Load(d, values + i + k * lanes));
    }
  }
  for (std::size_t k = 1; k < sums; ++k) sum[0] = hn::Add(sum[0], sum[k]);
  return hn::GetLane(hn::SumOfLanes(d, sum[0]));
}

// Adds how many operations were made to `operations`.
float multiply_add(std::size_t rounds, double& operations) {
  const hn::ScalableTag<float> d;
  constexpr std::size_t chains = 12;
  const auto factor = hn::Set(d, 0.999F), term = hn::Set(d, 0.001F);
  hn::Vec<decltype(d)> sum[chains];
  for (std::size_t k = 0; k < chains; ++k) sum[k] = hn::Set(d, static_cast<float>(k));
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < chains; ++k) sum[k] = hn::MulAdd(sum[k], factor, term);
  }
  operations += 2.0 * static_cast<double>(rounds * chains * hn::Lanes(d));
  for (std::size_t k = 1; k < chains; ++k) sum[0] = hn::Add(sum[0], sum[k]);
  return hn::GetLane(hn::SumOfLanes(d, sum[0]));
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace clade::detail::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace clade::detail::bench {

namespace {

HWY_EXPORT(read_once);
HWY_EXPORT(multiply_add);

constexpr int tries = 7;

double least_seconds(const std::function<void()>& work) {
  double least = 1e300;
  for (int i = 0; i < tries; ++i) least = std::min(least, thread_seconds_of(work));
  return least;
}

}  // namespace

double read_bandwidth(std::size_t bytes) {
  constexpr std::size_t step = 1024;
  const std::size_t size = bytes / sizeof(float) / step * step;
  const std::size_t repeats = std::max<std::size_t>(1, (std::size_t{1} << 30) / bytes);
  const hwy::AlignedFreeUniquePtr<float[]> values = hwy::AllocateAligned<float>(size);
  std::fill_n(values.get(), size, 1.0F);
  volatile float sink = 0;
  const double seconds = least_seconds([&] {
    for (std::size_t i = 0; i < repeats; ++i) {
      sink = sink + HWY_DYNAMIC_DISPATCH(read_once)(values.get(), size);
    }
  });
  return 1e-9 * static_cast<double>(size * sizeof(float) * repeats) / seconds;
}

double multiply_add_peak() {
  double operations = 0;
  volatile float sink = 0;
  const double seconds = least_seconds([&] {
    operations = 0;
    sink = sink + HWY_DYNAMIC_DISPATCH(multiply_add)(20'000'000, operations);
  });
  return 1e-9 * operations / seconds;
}

}  // namespace clade::detail::bench

#endif

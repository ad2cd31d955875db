#include "linear/tile_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/tile_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, tile_units>;
using FloatVec = hn::Vec<Floats>;

HWY_INLINE FloatVec times_row(const float* HWY_RESTRICT tile, const Feature& x, std::size_t u,
                              FloatVec sum) {
  const Floats d;
  return hn::MulAdd(hn::Set(d, x.value), hn::Load(d, tile + x.index * tile_units + u), sum);
}

// Four sums side by side: one alone would wait for its last addition.
HWY_INLINE void score(const float* HWY_RESTRICT tile, SparseRow x, const float* start,
                      float* scores) {
  const Floats d;
  for (std::size_t u = 0; u < tile_units; u += hn::Lanes(d)) {
    FloatVec a = hn::LoadU(d, start + u), b = hn::Zero(d), c = b, e = b;
    std::size_t k = 0;
    for (; k + 4 <= x.size(); k += 4) {
      a = times_row(tile, x[k], u, a);
      b = times_row(tile, x[k + 1], u, b);
      c = times_row(tile, x[k + 2], u, c);
      e = times_row(tile, x[k + 3], u, e);
    }
    for (; k < x.size(); ++k) a = times_row(tile, x[k], u, a);
    hn::StoreU(hn::Add(hn::Add(a, b), hn::Add(c, e)), d, scores + u);
  }
}

using Halves = hn::Rebind<hwy::float16_t, Floats>;

HWY_INLINE void store_halves(const float* from, FloatVec scale, HalfBits* to) {
  const Floats d;
  const auto limit = hn::Set(d, 65504.0F);
  const auto scaled = hn::Mul(scale, hn::Load(d, from));
  const auto held = hn::Max(hn::Neg(limit), hn::Min(limit, scaled));
  hn::StoreU(hn::DemoteTo(Halves(), held), Halves(), reinterpret_cast<hwy::float16_t*>(to));
}

HWY_INLINE FloatVec times_halves(const HalfBits* halves, const Feature& x, std::size_t u,
                                 FloatVec sum) {
  const Floats d;
  const HalfBits* row = halves + x.index * half_tile_units + u;
  const auto weights = hn::LoadU(Halves(), reinterpret_cast<const hwy::float16_t*>(row));
  return hn::MulAdd(hn::Set(d, x.value), hn::PromoteTo(d, weights), sum);
}

}  // namespace

void halve_with(Tiles<const float> tiles, std::size_t first, float scale, HalfBits* halves) {
  const Floats d;
  const auto factor = hn::Set(d, scale);
  for (std::size_t k = 0; k < tiles.size; k += tile_units) {
    for (std::size_t u = 0; u < tile_units; u += hn::Lanes(d)) {
      store_halves(tiles[first] + k + u, factor, halves + 2 * k + u);
      store_halves(tiles[first + 1] + k + u, factor, halves + 2 * k + tile_units + u);
    }
  }
}

// Two vectors of units, and two sums of each.
void score_half_with(const HalfBits* halves, SparseRow x, float unscale, const float* start,
                     float* scores) {
  const Floats d;
  const std::size_t n = hn::Lanes(d);
  const auto factor = hn::Set(d, unscale);
  for (std::size_t u = 0; u < half_tile_units; u += 2 * n) {
    FloatVec a = hn::Zero(d), b = a, c = a, e = a;
    std::size_t k = 0;
    for (; k + 2 <= x.size(); k += 2) {
      a = times_halves(halves, x[k], u, a);
      b = times_halves(halves, x[k], u + n, b);
      c = times_halves(halves, x[k + 1], u, c);
      e = times_halves(halves, x[k + 1], u + n, e);
    }
    if (k < x.size()) {
      a = times_halves(halves, x[k], u, a);
      b = times_halves(halves, x[k], u + n, b);
    }
    const auto low = hn::LoadU(d, start + u), high = hn::LoadU(d, start + u + n);
    hn::StoreU(hn::MulAdd(factor, hn::Add(a, c), low), d, scores + u);
    hn::StoreU(hn::MulAdd(factor, hn::Add(b, e), high), d, scores + u + n);
  }
}

float largest_with(const float* tile, std::size_t size) {
  const Floats d;
  FloatVec largest = hn::Zero(d);
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    largest = hn::Max(largest, hn::Abs(hn::Load(d, tile + k)));
  }
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

float fetch_with(const float* tile, std::size_t size) {
  const Floats d;
  FloatVec sum = hn::Zero(d);
  // One vector of each line is enough.
  for (std::size_t k = 0; k < size; k += tile_units) sum = hn::Add(sum, hn::Load(d, tile + k));
  return hn::GetLane(sum);
}

void score_tile_with(const float* tile, SparseRow x, const float* start, float* scores) {
  score(tile, x, start, scores);
}

// While one tile is read, the rows of the next are asked for.
void score_tiles_with(Tiles<const float> tiles, SparseRow x, std::span<const std::uint32_t> numbers,
                      float* scores) {
  if (numbers.empty()) return;
  for (const Feature& f : x) __builtin_prefetch(tiles[numbers[0]] + f.index * tile_units);
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    if (t + 1 < numbers.size()) {
      const float* next = tiles[numbers[t + 1]];
      for (const Feature& f : x) __builtin_prefetch(next + f.index * tile_units);
    }
    float* own = scores + numbers[t] * tile_units;
    score(tiles[numbers[t]], x, own, own);
  }
}

void add_to_tiles_with(Tiles<float> tiles, SparseRow x, std::span<const std::uint32_t> numbers,
                       const float* HWY_RESTRICT change) {
  const Floats d;
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    float* tile = tiles[numbers[t]];
    const float* next = tiles[numbers[t + 1 < numbers.size() ? t + 1 : t]];
    const float* own = change + numbers[t] * tile_units;
    for (const Feature& f : x) {
      __builtin_prefetch(next + f.index * tile_units, 1);
      float* HWY_RESTRICT row = tile + f.index * tile_units;
      const auto value = hn::Set(d, f.value);
      for (std::size_t u = 0; u < tile_units; u += hn::Lanes(d)) {
        hn::Store(hn::MulAdd(value, hn::LoadU(d, own + u), hn::Load(d, row + u)), d, row + u);
      }
    }
  }
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(halve_with);
HWY_EXPORT(score_half_with);
HWY_EXPORT(largest_with);
HWY_EXPORT(fetch_with);
HWY_EXPORT(score_tile_with);
HWY_EXPORT(score_tiles_with);
HWY_EXPORT(add_to_tiles_with);

void halve_tiles(Tiles<const float> tiles, std::size_t first, float scale, HalfBits* halves) {
  HWY_DYNAMIC_DISPATCH(halve_with)(tiles, first, scale, halves);
}
void score_half_tile(const HalfBits* halves, SparseRow x, float unscale, const float* start,
                     float* scores) {
  HWY_DYNAMIC_DISPATCH(score_half_with)(halves, x, unscale, start, scores);
}
float largest_in_tile(const float* tile, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(largest_with)(tile, size);
}
void fetch_tile(const float* tile, std::size_t size) {
  [[maybe_unused]] const volatile float kept = HWY_DYNAMIC_DISPATCH(fetch_with)(tile, size);
}
void score_tile(const float* tile, SparseRow x, const float* start, float* scores) {
  HWY_DYNAMIC_DISPATCH(score_tile_with)(tile, x, start, scores);
}
void score_tiles(Tiles<const float> tiles, SparseRow x, std::span<const std::uint32_t> numbers,
                 float* scores) {
  HWY_DYNAMIC_DISPATCH(score_tiles_with)(tiles, x, numbers, scores);
}
void add_to_tiles(Tiles<float> tiles, SparseRow x, std::span<const std::uint32_t> numbers,
                  const float* change) {
  HWY_DYNAMIC_DISPATCH(add_to_tiles_with)(tiles, x, numbers, change);
}

}  // namespace clade::detail
#endif

#include "linear/tile_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/tile_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rows come in random order: asked for ahead of time.
constexpr std::size_t ahead = 8;

void prefetch(const float* from, std::size_t units) {
  for (std::size_t u = 0; u < units; u += tile_block) __builtin_prefetch(from + u);
}

}  // namespace

// Four vectors at a time stay in registers on any machine.
void score_tile_with(const float* HWY_RESTRICT tile, SparseRow x, const float* HWY_RESTRICT start,
                     float* HWY_RESTRICT scores) {
  const hn::CappedTag<float, 16> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t u = 0; u < tile_units; u += 4 * n) {
    auto a = hn::LoadU(d, start + u), b = hn::LoadU(d, start + u + n);
    auto c = hn::LoadU(d, start + u + 2 * n), e = hn::LoadU(d, start + u + 3 * n);
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (k + ahead < x.size()) prefetch(tile + x[k + ahead].index * tile_units + u, 4 * n);
      const float* row = tile + x[k].index * tile_units + u;
      const auto value = hn::Set(d, x[k].value);
      a = hn::MulAdd(value, hn::Load(d, row), a);
      b = hn::MulAdd(value, hn::Load(d, row + n), b);
      c = hn::MulAdd(value, hn::Load(d, row + 2 * n), c);
      e = hn::MulAdd(value, hn::Load(d, row + 3 * n), e);
    }
    hn::StoreU(a, d, scores + u);
    hn::StoreU(b, d, scores + u + n);
    hn::StoreU(c, d, scores + u + 2 * n);
    hn::StoreU(e, d, scores + u + 3 * n);
  }
}

void score_block_with(const float* HWY_RESTRICT block, SparseRow x, float* HWY_RESTRICT scores) {
  const hn::CappedTag<float, 16> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t u = 0; u < tile_block; u += n) {
    auto sum = hn::LoadU(d, scores + u);
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (k + ahead < x.size()) __builtin_prefetch(block + x[k + ahead].index * tile_units);
      sum =
          hn::MulAdd(hn::Set(d, x[k].value), hn::Load(d, block + x[k].index * tile_units + u), sum);
    }
    hn::StoreU(sum, d, scores + u);
  }
}

void add_to_block_with(float* HWY_RESTRICT block, SparseRow x, const float* HWY_RESTRICT change) {
  const hn::CappedTag<float, 16> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (k + ahead < x.size()) __builtin_prefetch(block + x[k + ahead].index * tile_units, 1);
    float* row = block + x[k].index * tile_units;
    const auto value = hn::Set(d, x[k].value);
    for (std::size_t u = 0; u < tile_block; u += n) {
      hn::Store(hn::MulAdd(value, hn::LoadU(d, change + u), hn::Load(d, row + u)), d, row + u);
    }
  }
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(score_tile_with);
HWY_EXPORT(score_block_with);
HWY_EXPORT(add_to_block_with);

void score_tile(const float* tile, SparseRow x, const float* start, float* scores) {
  HWY_DYNAMIC_DISPATCH(score_tile_with)(tile, x, start, scores);
}
void score_tile_block(const float* block, SparseRow x, float* scores) {
  HWY_DYNAMIC_DISPATCH(score_block_with)(block, x, scores);
}
void add_to_tile_block(float* block, SparseRow x, const float* change) {
  HWY_DYNAMIC_DISPATCH(add_to_block_with)(block, x, change);
}

}  // namespace clade::detail
#endif

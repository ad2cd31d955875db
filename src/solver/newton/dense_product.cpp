#include "solver/newton/dense_product.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/newton/dense_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t tile_rows = 4;
constexpr std::size_t tile_vectors = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

// Rows from `i` and columns from `j`, in registers.
template <std::size_t Rows, std::size_t Vectors>
HWY_INLINE void add_tile(const DenseProduct& p, std::size_t i, std::size_t j) {
  const hn::CappedTag<double, dense_step> d;
  using Vec = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  double* HWY_RESTRICT out = p.out + i * p.out_stride + j;
  Vec sum[Rows][Vectors];
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      sum[r][v] = hn::LoadU(d, out + r * p.out_stride + v * lanes);
    }
  }
  const double* HWY_RESTRICT left = p.left + i * p.left_row;
  const double* HWY_RESTRICT right = p.right + j;
  for (std::size_t k = 0; k < p.depth; ++k, left += p.left_step, right += p.right_stride) {
    Vec of_right[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) of_right[v] = hn::LoadU(d, right + v * lanes);
    for (std::size_t r = 0; r < Rows; ++r) {
      const Vec of_left = hn::Set(d, left[r * p.left_row]);
      for (std::size_t v = 0; v < Vectors; ++v) {
        sum[r][v] = hn::MulAdd(of_left, of_right[v], sum[r][v]);
      }
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) {
    for (std::size_t v = 0; v < Vectors; ++v) {
      hn::StoreU(sum[r][v], d, out + r * p.out_stride + v * lanes);
    }
  }
}

template <std::size_t Rows>
HWY_INLINE void add_rows(const DenseProduct& p, std::size_t i, std::size_t columns) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, dense_step>());
  std::size_t j = 0;
  for (; j + tile_vectors * lanes <= columns; j += tile_vectors * lanes) {
    add_tile<Rows, tile_vectors>(p, i, j);
  }
  if (tile_vectors > 2 && j + 2 * lanes <= columns) {
    add_tile<Rows, 2>(p, i, j);
    j += 2 * lanes;
  }
  for (; j < columns; j += lanes) add_tile<Rows, 1>(p, i, j);
}

void add_dense(const DenseProduct& p, bool symmetric) {
  std::size_t i = 0;
  const auto columns = [&](std::size_t rows) {
    return symmetric ? std::min(p.columns, dense_padded(i + rows)) : p.columns;
  };
  for (; i + tile_rows <= p.rows; i += tile_rows) add_rows<tile_rows>(p, i, columns(tile_rows));
  for (; i < p.rows; ++i) add_rows<1>(p, i, columns(1));
}

}  // namespace
}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(add_dense);

void add_product(const DenseProduct& product) { HWY_DYNAMIC_DISPATCH(add_dense)(product, false); }
void add_symmetric_product(const DenseProduct& product) {
  HWY_DYNAMIC_DISPATCH(add_dense)(product, true);
}

}  // namespace clade::detail
#endif

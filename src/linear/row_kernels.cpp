#include "linear/row_kernels.h"

#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/row_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rows of up to this many vectors are summed in registers, a tile of columns at a time; longer ones
// several rows at a time over the whole sum, which reads memory in longer stretches.
constexpr std::size_t tile_vectors = HWY_TARGET <= HWY_AVX3 ? 16 : 8;
constexpr std::size_t most_tiled_vectors = 2 * tile_vectors;
constexpr std::size_t rows_at_once = 8;
// How many rows ahead memory is asked for: rows are as good as random to the processor.
constexpr std::size_t rows_ahead = 4;

template <class Real>
HWY_INLINE void prefetch_row(const Real* row, std::size_t units) {
  for (std::size_t u = 0; u < units; u += block_units<Real>) {
    __builtin_prefetch(row + u);
  }
}

// Whether the features are neighbours, as all are in a dense row without zeros: rows of weights
// then follow each other, and the processor fetches them by itself. Features of a stream have
// numbers in the order in which they came first, so the ends of a row do not tell.
template <class Real>
HWY_INLINE bool are_neighbours(BasicSparseRow<Real> x) {
  if (x.empty() || x.back().index - x.front().index + 1 != x.size()) return false;
  const std::size_t first = x.front().index;
  std::size_t others = 0;
  for (std::size_t j = 0; j < x.size(); ++j)
    others += x[j].index != first + j ? std::size_t{1} : std::size_t{0};
  return others == 0;
}

// Columns of `Vectors` vectors, in registers. Few columns take the features in turns into several
// sums: one sum would wait for each addition.
template <std::size_t Vectors, bool Neighbours, class Real>
HWY_INLINE void score_tile(const Real* HWY_RESTRICT rows, std::size_t stride,
                           BasicSparseRow<Real> x, Real* HWY_RESTRICT raw) {
  const hn::ScalableTag<Real> d;
  using Vec = hn::Vec<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t turns = Vectors >= 4 ? 1 : 4;
  Vec sum[turns][Vectors];
  for (auto& of_turn : sum) {
    for (Vec& s : of_turn) s = hn::Zero(d);
  }
  const Real* HWY_RESTRICT first = Neighbours ? rows + x.front().index * stride : nullptr;
  const auto add = [&](std::size_t j, Vec* HWY_RESTRICT into) HWY_ATTR {
    const Real* HWY_RESTRICT row = first + j * stride;
    if constexpr (!Neighbours) {
      if (j + rows_ahead < x.size()) {
        prefetch_row(rows + x[j + rows_ahead].index * stride, Vectors * lanes);
      }
      row = rows + x[j].index * stride;
    }
    const Vec value = hn::Set(d, x[j].value);
    for (std::size_t v = 0; v < Vectors; ++v) {
      into[v] = hn::MulAdd(value, hn::LoadU(d, row + v * lanes), into[v]);
    }
  };
  std::size_t j = 0;
  for (; j + turns <= x.size(); j += turns) {
    for (std::size_t t = 0; t < turns; ++t) add(j + t, sum[t]);
  }
  for (; j < x.size(); ++j) add(j, sum[0]);
  for (std::size_t v = 0; v < Vectors; ++v) {
    Vec total = sum[0][v];
    for (std::size_t t = 1; t < turns; ++t) total = hn::Add(total, sum[t][v]);
    hn::StoreU(total, d, raw + v * lanes);
  }
}

template <bool Neighbours, class Real, std::size_t... Less>
HWY_INLINE void score_tile_of(std::size_t vectors, const Real* rows, std::size_t stride,
                              BasicSparseRow<Real> x, Real* raw, std::index_sequence<Less...>) {
  ((vectors == Less + 1 ? score_tile<Less + 1, Neighbours>(rows, stride, x, raw) : void()), ...);
}

template <bool Neighbours, class Real>
void score_all_tiles(const Real* rows, std::size_t stride, BasicSparseRow<Real> x, Real* raw) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  const std::size_t tile = tile_vectors * lanes;
  std::size_t u = 0;
  for (; u + tile < stride; u += tile) {
    score_tile<tile_vectors, Neighbours>(rows + u, stride, x, raw + u);
  }
  score_tile_of<Neighbours>((stride - u) / lanes, rows + u, stride, x, raw + u,
                            std::make_index_sequence<tile_vectors>());
}

template <class Real>
void score_in_tiles(const Real* rows, std::size_t stride, BasicSparseRow<Real> x, Real* raw) {
  if (are_neighbours(x)) {
    score_all_tiles<true>(rows, stride, x, raw);
  } else {
    score_all_tiles<false>(rows, stride, x, raw);
  }
}

// raw += x_j * (row j) for `Rows` features in one pass. Meanwhile the first rows of `next` are
// asked for, into the second cache: they are more than the first one holds.
template <std::size_t Rows, class Real>
HWY_INLINE void add_rows(const Real* HWY_RESTRICT rows, std::size_t stride, BasicSparseRow<Real> x,
                         BasicSparseRow<Real> next, Real* HWY_RESTRICT raw) {
  const hn::ScalableTag<Real> d;
  using Vec = hn::Vec<decltype(d)>;
  const Real* row[Rows];
  const Real* ahead[Rows];
  Vec value[Rows];
  constexpr int second_cache = 2;
  for (std::size_t r = 0; r < Rows; ++r) {
    row[r] = rows + x[r].index * stride;
    ahead[r] = r < next.size() ? rows + next[r].index * stride : row[r];
    value[r] = hn::Set(d, x[r].value);
  }
  for (std::size_t b = 0; b < stride; b += block_units<Real>) {
    for (std::size_t r = 0; r < Rows; ++r) __builtin_prefetch(ahead[r] + b, 0, second_cache);
    for (std::size_t u = b; u < b + block_units<Real>; u += hn::Lanes(d)) {
      Vec sum = hn::LoadU(d, raw + u);
      for (std::size_t r = 0; r < Rows; ++r) {
        sum = hn::MulAdd(value[r], hn::LoadU(d, row[r] + u), sum);
      }
      hn::StoreU(sum, d, raw + u);
    }
  }
}

template <class Real>
void score_by_rows(const Real* rows, std::size_t stride, BasicSparseRow<Real> x, Real* raw) {
  std::fill_n(raw, stride, Real{0});
  std::size_t j = 0;
  for (; j + rows_at_once <= x.size(); j += rows_at_once) {
    add_rows<rows_at_once>(rows, stride, x.subspan(j), x.subspan(j + rows_at_once), raw);
  }
  const std::size_t left = x.size() - j;  // by powers of two
  if ((left & 4U) != 0) {
    add_rows<4>(rows, stride, x.subspan(j), x.subspan(j + 4), raw);
    j += 4;
  }
  if ((left & 2U) != 0) {
    add_rows<2>(rows, stride, x.subspan(j), x.subspan(j + 2), raw);
    j += 2;
  }
  if ((left & 1U) != 0) add_rows<1>(rows, stride, x.subspan(j), {}, raw);
}

template <class Real>
void score(const Real* rows, std::size_t stride, BasicSparseRow<Real> x, Real* raw) {
  if (stride <= most_tiled_vectors * hn::Lanes(hn::ScalableTag<Real>())) {
    score_in_tiles(rows, stride, x, raw);
  } else {
    score_by_rows(rows, stride, x, raw);
  }
}

// `Count` blocks of units, in the order of score_by_rows: the same bits.
template <std::size_t Count, class Real>
void score_few(const Real* HWY_RESTRICT rows, std::size_t stride, BasicSparseRow<Real> x,
               const std::uint32_t* blocks, Real* HWY_RESTRICT raw) {
  const hn::CappedTag<Real, block_units<Real>> d;
  constexpr std::size_t vectors = block_units<Real> / hn::MaxLanes(d);
  hn::Vec<decltype(d)> sum[Count][vectors];
  std::size_t begin[Count];
  for (std::size_t b = 0; b < Count; ++b) {
    begin[b] = blocks[b] * block_units<Real>;
    for (auto& s : sum[b]) s = hn::Zero(d);
  }
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Real* HWY_RESTRICT row = rows + x[j].index * stride;
    const Real* ahead =
        j + rows_at_once < x.size() ? rows + x[j + rows_at_once].index * stride : row;
    const auto value = hn::Set(d, x[j].value);
    for (std::size_t b = 0; b < Count; ++b) {
      __builtin_prefetch(ahead + begin[b]);
      for (std::size_t v = 0; v < vectors; ++v) {
        const auto weights = hn::LoadU(d, row + begin[b] + v * hn::Lanes(d));
        sum[b][v] = hn::MulAdd(value, weights, sum[b][v]);
      }
    }
  }
  for (std::size_t b = 0; b < Count; ++b) {
    for (std::size_t v = 0; v < vectors; ++v) {
      hn::StoreU(sum[b][v], d, raw + begin[b] + v * hn::Lanes(d));
    }
  }
}

// Short rows are read whole: tiles add in an order of their own.
template <class Real>
void score_blocks(const Real* rows, std::size_t stride, BasicSparseRow<Real> x,
                  std::span<const std::uint32_t> blocks, Real* raw) {
  if (stride <= most_tiled_vectors * hn::Lanes(hn::ScalableTag<Real>())) {
    score_in_tiles(rows, stride, x, raw);
    return;
  }
  // Four at a time: what one waits for, others wait for meanwhile.
  constexpr std::size_t few = 4;
  for (; blocks.size() >= few; blocks = blocks.subspan(few)) {
    score_few<few>(rows, stride, x, blocks.data(), raw);
  }
  if (blocks.size() == 3) score_few<3>(rows, stride, x, blocks.data(), raw);
  if (blocks.size() == 2) score_few<2>(rows, stride, x, blocks.data(), raw);
  if (blocks.size() == 1) score_few<1>(rows, stride, x, blocks.data(), raw);
}

// A change of `Count` blocks that stays in registers.
template <std::size_t Count, class Real>
void add_few(Real* rows, std::size_t stride, BasicSparseRow<Real> x,
             const Real* HWY_RESTRICT change, const std::uint32_t* blocks) {
  const hn::CappedTag<Real, block_units<Real>> d;
  constexpr std::size_t vectors = block_units<Real> / hn::MaxLanes(d);
  hn::Vec<decltype(d)> kept[Count][vectors];
  std::size_t begin[Count];
  for (std::size_t b = 0; b < Count; ++b) {
    begin[b] = blocks[b] * block_units<Real>;
    for (std::size_t v = 0; v < vectors; ++v) {
      kept[b][v] = hn::LoadU(d, change + begin[b] + v * hn::Lanes(d));
    }
  }
  for (const auto& feature : x) {
    Real* HWY_RESTRICT row = rows + feature.index * stride;
    const auto value = hn::Set(d, feature.value);
    for (std::size_t b = 0; b < Count; ++b) {
      for (std::size_t v = 0; v < vectors; ++v) {
        Real* at = row + begin[b] + v * hn::Lanes(d);
        hn::StoreU(hn::MulAdd(value, kept[b][v], hn::LoadU(d, at)), d, at);
      }
    }
  }
}

template <class Real>
void add(Real* rows, std::size_t stride, BasicSparseRow<Real> x, const Real* HWY_RESTRICT change,
         std::span<const std::uint32_t> blocks) {
  switch (blocks.size()) {
    case 1:
      return add_few<1>(rows, stride, x, change, blocks.data());
    case 2:
      return add_few<2>(rows, stride, x, change, blocks.data());
    case 3:
      return add_few<3>(rows, stride, x, change, blocks.data());
    case 4:
      return add_few<4>(rows, stride, x, change, blocks.data());
    default:
      break;
  }
  const hn::ScalableTag<Real> d;
  for (const auto& feature : x) {
    Real* HWY_RESTRICT row = rows + feature.index * stride;
    const auto value = hn::Set(d, feature.value);
    for (const std::uint32_t block : blocks) {
      const std::size_t begin = block * block_units<Real>;
      for (std::size_t u = begin; u < begin + block_units<Real>; u += hn::Lanes(d)) {
        hn::StoreU(hn::MulAdd(value, hn::LoadU(d, change + u), hn::LoadU(d, row + u)), d, row + u);
      }
    }
  }
}

double squares(const double* values, std::size_t size) {
  const hn::ScalableTag<double> d;
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d);
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    const auto a = hn::LoadU(d, values + i), b = hn::LoadU(d, values + i + lanes);
    sum0 = hn::MulAdd(a, a, sum0);
    sum1 = hn::MulAdd(b, b, sum1);
  }
  double total = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
  for (; i < size; ++i) total += values[i] * values[i];
  return total;
}

double squares(const float* values, std::size_t size) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> half;
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d);
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    const auto a = hn::PromoteTo(d, hn::LoadU(half, values + i));
    const auto b = hn::PromoteTo(d, hn::LoadU(half, values + i + lanes));
    sum0 = hn::MulAdd(a, a, sum0);
    sum1 = hn::MulAdd(b, b, sum1);
  }
  double total = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)));
  for (; i < size; ++i) {
    const auto value = static_cast<double>(values[i]);
    total += value * value;
  }
  return total;
}

// Eight rows at a time: the additions to one would wait for each other.
template <std::size_t Rows, class Real>
HWY_INLINE void add_products_to(const BlockProducts<Real>& p, std::size_t first,
                                std::size_t offset) {
  const hn::CappedTag<Real, block_units<Real>> d;
  using Vec = hn::Vec<decltype(d)>;
  Vec sum[Rows];
  Real* HWY_RESTRICT to[Rows];
  for (std::size_t r = 0; r < Rows; ++r) {
    to[r] = p.block + p.targets[first + r] * p.stride + offset;
    sum[r] = hn::LoadU(d, to[r]);
  }
  for (std::size_t b = 0; b < p.changes.size(); ++b) {
    const Vec change = hn::LoadU(d, p.changes[b] + offset);
    const Real* HWY_RESTRICT factors = p.factors[b] + first;
    for (std::size_t r = 0; r < Rows; ++r) {
      sum[r] = hn::MulAdd(hn::Set(d, factors[r]), change, sum[r]);
    }
  }
  for (std::size_t r = 0; r < Rows; ++r) hn::StoreU(sum[r], d, to[r]);
}

template <class Real>
void products(const BlockProducts<Real>& p) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<Real, block_units<Real>>());
  for (std::size_t offset = 0; offset < block_units<Real>; offset += lanes) {
    std::size_t t = 0;
    for (; t + 8 <= p.targets.size(); t += 8) add_products_to<8>(p, t, offset);
    for (; t < p.targets.size(); ++t) add_products_to<1>(p, t, offset);
  }
}

}  // namespace

void products_float(const BlockProducts<float>& p) { products(p); }
void products_double(const BlockProducts<double>& p) { products(p); }
void score_float(const float* rows, std::size_t stride, BasicSparseRow<float> x, float* raw) {
  score(rows, stride, x, raw);
}
void score_double(const double* rows, std::size_t stride, BasicSparseRow<double> x, double* raw) {
  score(rows, stride, x, raw);
}
void score_blocks_float(const float* rows, std::size_t stride, BasicSparseRow<float> x,
                        std::span<const std::uint32_t> blocks, float* raw) {
  score_blocks(rows, stride, x, blocks, raw);
}
void score_blocks_double(const double* rows, std::size_t stride, BasicSparseRow<double> x,
                         std::span<const std::uint32_t> blocks, double* raw) {
  score_blocks(rows, stride, x, blocks, raw);
}
void add_float(float* rows, std::size_t stride, BasicSparseRow<float> x, const float* change,
               std::span<const std::uint32_t> blocks) {
  add(rows, stride, x, change, blocks);
}
void add_double(double* rows, std::size_t stride, BasicSparseRow<double> x, const double* change,
                std::span<const std::uint32_t> blocks) {
  add(rows, stride, x, change, blocks);
}
double squares_float(const float* values, std::size_t size) { return squares(values, size); }
double squares_double(const double* values, std::size_t size) { return squares(values, size); }

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(score_float);
HWY_EXPORT(score_double);
HWY_EXPORT(score_blocks_float);
HWY_EXPORT(score_blocks_double);
HWY_EXPORT(add_float);
HWY_EXPORT(add_double);
HWY_EXPORT(products_float);
HWY_EXPORT(products_double);
HWY_EXPORT(squares_float);
HWY_EXPORT(squares_double);

template <>
void score_rows(const float* rows, std::size_t stride, BasicSparseRow<float> x, float* raw) {
  HWY_DYNAMIC_DISPATCH(score_float)(rows, stride, x, raw);
}
template <>
void score_rows(const double* rows, std::size_t stride, BasicSparseRow<double> x, double* raw) {
  HWY_DYNAMIC_DISPATCH(score_double)(rows, stride, x, raw);
}
template <>
void score_row_blocks(const float* rows, std::size_t stride, BasicSparseRow<float> x,
                      std::span<const std::uint32_t> blocks, float* raw) {
  HWY_DYNAMIC_DISPATCH(score_blocks_float)(rows, stride, x, blocks, raw);
}
template <>
void score_row_blocks(const double* rows, std::size_t stride, BasicSparseRow<double> x,
                      std::span<const std::uint32_t> blocks, double* raw) {
  HWY_DYNAMIC_DISPATCH(score_blocks_double)(rows, stride, x, blocks, raw);
}
template <>
void add_to_rows(float* rows, std::size_t stride, BasicSparseRow<float> x, const float* change,
                 std::span<const std::uint32_t> blocks) {
  HWY_DYNAMIC_DISPATCH(add_float)(rows, stride, x, change, blocks);
}
template <>
void add_to_rows(double* rows, std::size_t stride, BasicSparseRow<double> x, const double* change,
                 std::span<const std::uint32_t> blocks) {
  HWY_DYNAMIC_DISPATCH(add_double)(rows, stride, x, change, blocks);
}
template <>
void add_products(const BlockProducts<float>& products) {
  HWY_DYNAMIC_DISPATCH(products_float)(products);
}
template <>
void add_products(const BlockProducts<double>& products) {
  HWY_DYNAMIC_DISPATCH(products_double)(products);
}
template <>
double sum_of_squares(const float* values, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(squares_float)(values, size);
}
template <>
double sum_of_squares(const double* values, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(squares_double)(values, size);
}

}  // namespace clade::detail
#endif

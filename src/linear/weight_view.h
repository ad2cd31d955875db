// Weights to read: trained ones or those of a mapped model file.
//
// One row over the units for every feature. Scoring an instance is a few long axpys into one vector
// of raw scores, whatever the number of units.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "clade/features.h"
#include "linear/block_kernels.h"
#include "linear/packed_kernels.h"
#include "linear/row_kernels.h"

namespace clade::detail {

// Dense rows lie one behind the other and hold every unit. Sparse rows hold the blocks that are not
// zero: memory follows what was learned, and a block costs in both what it costs in the other.
// Packed rows are for scoring alone, in single precision (linear/packed_kernels.h).
enum class RowForm { dense, sparse, packed };

// A row as its blocks, in the order of the units.
template <class Real>
struct BlockRow {
  const Real* data = nullptr;
  const std::uint32_t* numbers = nullptr;  // nothing: block i is the i-th of the row
  std::size_t count = 0;

  std::size_t number(std::size_t i) const { return numbers != nullptr ? numbers[i] : i; }
  const Real* block(std::size_t i) const { return data + i * block_units<Real>; }
};

template <class Real>
struct WeightView {
  const Real* data = nullptr;  // the rows, or the blocks of sparse rows; on 64 bytes
  std::size_t features = 0;
  std::size_t units = 0;
  std::size_t stride = 0;  // units rounded up to whole blocks: from one dense row to the next
  RowForm form = RowForm::dense;
  SparseRowTable rows{};  // where the blocks of sparse rows are
  PackedRows packed{};    // where packed rows are: `data` is nothing then

  std::size_t blocks_per_row() const { return stride / block_units<Real>; }

  // Of rows that are not packed.
  BlockRow<Real> blocks(std::size_t feature) const {
    assert(form != RowForm::packed);
    if (form == RowForm::dense) return {data + feature * stride, nullptr, blocks_per_row()};
    const std::uint64_t begin = rows.begins[feature];
    return {data + begin * block_units<Real>, rows.numbers + begin, rows.ends[feature] - begin};
  }
  // The weights of one dense row.
  std::span<const Real> row(std::size_t feature) const {
    assert(form == RowForm::dense);
    return {data + feature * stride, units};
  }
  // Calls use(unit, weight) for the weights of a row that are not zero, units in order.
  template <class Use>
  void for_each_nonzero(std::size_t feature, Use use) const {
    if (form == RowForm::packed) return for_each_packed(feature, use);
    const BlockRow<Real> row = blocks(feature);
    for (std::size_t i = 0; i < row.count; ++i) {
      const std::size_t first = row.number(i) * block_units<Real>;
      const std::size_t size = std::min(block_units<Real>, units - std::min(units, first));
      for (std::size_t u = 0; u < size; ++u) {
        if (const Real weight = row.block(i)[u]; weight != Real{0}) use(first + u, weight);
      }
    }
  }
  // A row of either form as `units` numbers.
  void copy_row(std::size_t feature, std::span<Real> to) const {
    std::fill(to.begin(), to.end(), Real{0});
    for_each_nonzero(feature, [to](std::size_t unit, Real weight) { to[unit] = weight; });
  }

  // raw[r] = <w_r, x>; the row's indices are numbers of a FeatureIndex. `raw` has `stride` entries.
  void score(BasicSparseRow<Real> row, Real* raw) const {
    if (stride == 0) return;
    if constexpr (std::is_same_v<Real, float>) {
      if (form == RowForm::packed) return score_packed_rows(packed, stride, row, raw);
    }
    if (form == RowForm::dense) {
      score_rows<Real>(data, stride, row, raw);
    } else {
      score_sparse_rows<Real>(data, rows, stride, row, raw);
    }
  }
  // Entries that `raw` has where rows are scored by blocks: packed rows need room behind the
  // scores.
  std::size_t room() const { return form == RowForm::packed ? 2 * stride : stride; }
  // The same numbers, to the bit, for the units of some blocks, which increase; what else is in
  // `raw` has no meaning then.
  void score_blocks(BasicSparseRow<Real> row, std::span<const std::uint32_t> numbers,
                    Real* raw) const {
    if constexpr (std::is_same_v<Real, float>) {
      if (form == RowForm::packed) {
        return score_packed_blocks(packed, stride, row, numbers, raw + stride, raw);
      }
    }
    if (form == RowForm::dense) {
      score_row_blocks<Real>(data, stride, row, numbers, raw);
    } else {
      score_sparse_row_blocks<Real>(data, rows, stride, row, numbers, raw);
    }
  }

 private:
  template <class Use>
  void for_each_packed(std::size_t feature, Use use) const {
    const auto use_weight = [&use](std::size_t unit, const HalfBits* half, const float* single) {
      const float weight = half != nullptr ? from_half(*half) : *single;
      if (weight != 0) use(unit, static_cast<Real>(weight));
    };
    const auto at = [](const auto* first, std::size_t k) { return first ? first + k : nullptr; };
    for (std::uint64_t k = packed.begins[feature]; k < packed.begins[feature + 1]; ++k) {
      use_weight(packed.unit(k), at(packed.halves, k), at(packed.singles, k));
    }
    if (packed.dense_rows[feature] == PackedRows::no_dense_row) return;
    const std::size_t begin = packed.dense_rows[feature] * stride;
    for (std::size_t u = 0; u < units; ++u) {
      use_weight(u, at(packed.dense_halves, begin + u), at(packed.dense_singles, begin + u));
    }
  }
};

}  // namespace clade::detail

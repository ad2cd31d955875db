// The inner loops over packed rows of weights, which take less memory than those of training: rows
// of entries, a unit and its weight, and dense rows where entries would be many. Weights are in
// half precision (IEEE 754 binary16) or in single precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "clade/features.h"

namespace clade::detail {

using HalfBits = std::uint16_t;  // an IEEE 754 binary16

// Of the two kinds of units, and of weights, one is there.
struct PackedRows {
  static constexpr std::uint32_t no_dense_row = ~std::uint32_t{0};

  const std::uint32_t* dense_rows = nullptr;   // by feature: the number of its dense row, or none
  const std::uint64_t* begins = nullptr;       // feature j has the entries begins[j] to begins[j+1]
  const std::uint16_t* short_units = nullptr;  // of the entries, increasing within a feature
  const std::uint32_t* long_units = nullptr;
  const HalfBits* halves = nullptr;  // of the entries
  const float* singles = nullptr;
  const HalfBits* dense_halves = nullptr;  // rows, `stride` apart
  const float* dense_singles = nullptr;

  std::size_t unit(std::uint64_t entry) const {
    return short_units != nullptr ? short_units[entry] : long_units[entry];
  }
};

// Units of dense rows that are scored together: as many as block_units<float>.
inline constexpr std::size_t packed_block_units = 16;

// raw = sum over the features of x of x_j * (row j): first the entries of all, then the dense rows.
// `raw` has `stride` entries, a multiple of packed_block_units.
void score_packed_rows(const PackedRows& rows, std::size_t stride, SparseRow x, float* raw);
// The same bits for some blocks of units only, which increase; the rest of `raw` stays as it is.
// `scratch` has `stride` entries, too.
void score_packed_blocks(const PackedRows& rows, std::size_t stride, SparseRow x,
                         std::span<const std::uint32_t> blocks, float* scratch, float* raw);

// Rounds to the nearest, ties to even; beyond the range of half precision it is infinite.
HalfBits to_half(float value);
float from_half(HalfBits bits);

}  // namespace clade::detail

// The inner loops over weights in tiles: some neighbouring units of all rows, one row behind the
// other, so that a tile stays in the cache while many instances are scored against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "clade/features.h"

namespace clade::detail {

inline constexpr std::size_t tile_units = 64;
// Units are changed by blocks of one cache line.
inline constexpr std::size_t tile_block = 16;

// scores[u] = start[u] + sum over the features of x of x_j * (row j of the tile)[u].
void score_tile(const float* tile, SparseRow x, const float* start, float* scores);

// The same for one block of the tile, which begins at `block` within its rows.
void score_tile_block(const float* block, SparseRow x, float* scores);

// (block of row j) += x_j * change for every feature of x.
void add_to_tile_block(float* block, SparseRow x, const float* change);

}  // namespace clade::detail

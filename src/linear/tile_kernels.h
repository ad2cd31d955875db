// The inner loops over weights in tiles: some neighbouring units of all rows, one row behind the
// other, so that the rows of a tile that are read often stay in the second-level cache while many
// instances are scored against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "clade/features.h"
#include "linear/packed_kernels.h"

namespace clade::detail {

// One cache line of floats.
inline constexpr std::size_t tile_units = 16;

// Tile behind tile, each `size` numbers.
template <class Number>
struct Tiles {
  Number* data = nullptr;
  std::size_t size = 0;
  Number* operator[](std::size_t number) const { return data + number * size; }
};

// Two neighbouring tiles as one in half precision, to choose by: half of the memory, and twice the
// units in a cache line. Rows of `half_tile_units` numbers.
inline constexpr std::size_t half_tile_units = 2 * tile_units;

// Fills `halves` with `scale` times the numbers of two tiles of so many rows. What half precision
// cannot hold becomes its largest number.
void halve_tiles(Tiles<const float> tiles, std::size_t first, float scale, HalfBits* halves);

// The largest magnitude in a tile.
float largest_in_tile(const float* tile, std::size_t size);

// As score_tile, of numbers that were multiplied with a scale: `unscale` is one over it.
void score_half_tile(const HalfBits* halves, SparseRow x, float unscale, const float* start,
                     float* scores);

// Reads a tile from end to end: from memory that is faster than row by row in random order.
void fetch_tile(const float* tile, std::size_t size);

// scores[u] = start[u] + sum over the features of x of x_j * (row j of the tile)[u].
void score_tile(const float* tile, SparseRow x, const float* start, float* scores);

// The same for some tiles that are in no cache, in place: unit u of tile t has its score at
// scores[t * tile_units + u].
void score_tiles(Tiles<const float> tiles, SparseRow x, std::span<const std::uint32_t> numbers,
                 float* scores);

// (row j of tile t)[u] += x_j * change[t * tile_units + u] for every feature of x and these tiles.
void add_to_tiles(Tiles<float> tiles, SparseRow x, std::span<const std::uint32_t> numbers,
                  const float* change);

}  // namespace clade::detail

// Draws from a fixed distribution over 0, 1, ... in constant time (Walker's alias method).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace clade {

class AliasTable {
 public:
  // Weights above 0, at least one and fewer than 2^32 of them.
  explicit AliasTable(std::span<const double> weights);
  // Zipf's law: the weight of k is 1 / (k + 1)^exponent.
  static AliasTable zipf(std::size_t size, double exponent);

  // One draw of 64 bits serves for both the cell and the choice inside it: what that leaves of
  // bias is below 2^-32 * size.
  std::uint32_t draw(Random& random) const {
    const std::uint64_t bits = random.bits();
    const auto cell = static_cast<std::uint32_t>(((bits >> 32) * cells_.size()) >> 32);
    return static_cast<std::uint32_t>(bits) < cells_[cell].share ? cell : cells_[cell].alias;
  }

 private:
  struct Cell {
    std::uint32_t share;  // of the cell's own number, in units of 2^-32
    std::uint32_t alias;
  };
  std::vector<Cell> cells_;
};

}  // namespace clade

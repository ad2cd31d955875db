#include "generate/text_alias.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace clade {

AliasTable::AliasTable(std::span<const double> weights) : cells_(weights.size()) {
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  constexpr auto all = std::numeric_limits<std::uint32_t>::max();
  std::vector<double> left(weights.size());
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t k = 0; k < weights.size(); ++k) {
    left[k] = weights[k] / mean;
    cells_[k] = {all, k};
    (left[k] < 1 ? small : large).push_back(k);
  }
  // Each cell is filled up to 1 by a number that has too much; what rounding leaves over is 1.
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back(), rich = large.back();
    small.pop_back();
    cells_[poor] = {static_cast<std::uint32_t>(left[poor] * all), rich};
    left[rich] -= 1 - left[poor];
    if (left[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

AliasTable AliasTable::zipf(std::size_t size, double exponent) {
  std::vector<double> weights(size);
  for (std::size_t k = 0; k < size; ++k) {
    weights[k] = std::pow(static_cast<double>(k) + 1, -exponent);
  }
  return AliasTable(weights);
}

}  // namespace clade

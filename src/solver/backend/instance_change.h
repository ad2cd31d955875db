// What a step on one instance does to the weights: w_r += values_r x_i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace clade::detail {

template <class Real>
struct InstanceChange {
  std::size_t instance = 0;
  const Real* values = nullptr;           // over all units
  std::span<const std::uint32_t> blocks;  // of units, increasing: the others are not changed
};

}  // namespace clade::detail

// Weights of examples.
#pragma once

namespace clade::detail {

// Beyond these limits the price of slack, which a weight multiplies, could leave what arithmetic
// can hold.
inline constexpr double smallest_weight = 1e-12, largest_weight = 1e12;
inline bool is_weight(double value) { return value >= smallest_weight && value <= largest_weight; }
inline constexpr const char* weight_words = "a weight from 1e-12 to 1e12";

}  // namespace clade::detail

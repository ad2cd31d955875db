// Examples that are there several times.
#pragma once

#include <cstddef>

#include "data/records.h"

namespace clade::detail {

// Where a tenth of the records or more are copies of others, with the same features and labels, or
// records have weights: each once, with the sum of the weights, in an order that follows from what
// they hold. So a weight of two and two copies are one problem, to the last bit, whatever the order
// of the records, and no copy is held out where another is learned. Returns how many were merged.
//
// Fewer copies, which chance outweighs, records of texts, and more than 16,000 different ones stay
// as they are.
std::size_t merge_copies(Records& records);

}  // namespace clade::detail

// Records in parts of given sizes that are alike.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/records.h"

namespace clade::detail {

// The part of every record, drawn by the seed: the same on every machine. `fractions` add up to 1.
//
// Every class is spread over the parts by these fractions; a record with several labels goes by the
// rarest of them, and records without a label are a class. Each label is in the first part at least
// once. Records with the same content (Records::fingerprints, where they were made) are in one
// part, so that nothing leaks from one to another.
std::vector<std::uint32_t> stratified_parts(const Records& records,
                                            std::span<const double> fractions, std::uint64_t seed);

}  // namespace clade::detail

// Some of the records, as if the others had never been there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/records.h"

namespace clade::detail {

// The records of these indices, in that order, with the labels and the names of features that they
// use.
Records subset(const Records& records, std::span<const std::size_t> indices);

// Those from `begin` up to `end`, with the names of all.
Records slice(const Records& records, std::size_t begin, std::size_t end);

// Gives the features with a name the index in `new_index`, by old number, and drops those that are
// FeatureNames::unknown there. Returns how many it dropped.
std::size_t renumber_names(Rows& rows, std::span<const std::uint32_t> new_index);

// The same features by the numbers that `known` has for their names; those without a name keep
// theirs, names that `known` has not are left out and counted in unknown_features.
void use_names(Records& records, const FeatureNames& known);

}  // namespace clade::detail

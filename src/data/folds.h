// Parts of a dataset for cross-validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clade/dataset.h"

namespace clade {

inline constexpr std::uint32_t never_held_out = ~std::uint32_t{0};

// The fold of every example, by the seed. A class is spread evenly over the folds; an example with
// several labels goes by the rarest of them. Examples without a label, and those that are the only
// one of their rarest class, are never held out: nothing could be learned about them from the rest.
std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::size_t classes,
                                            std::uint32_t folds, std::uint64_t seed);

}  // namespace clade

// Parts of a dataset for cross-validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/csr.h"
#include "data/dataset.h"

namespace clade::detail {

inline constexpr std::uint32_t never_held_out = ~std::uint32_t{0};

// The fold of every example, by the seed. A class is spread evenly over the folds; an example with
// several labels goes by the rarest of them. Examples without a label, and those that are the only
// one of their rarest class, are never held out: nothing could be learned about them from the rest.
std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::size_t classes,
                                            std::uint32_t folds, std::uint64_t seed);

// The same for labels by number, below `classes`. Where `hold_out_singles`, the only example of a
// class is dealt out, too.
std::vector<std::uint32_t> stratified_folds(const Csr<std::uint32_t>& labels, std::size_t classes,
                                            std::uint32_t folds, std::uint64_t seed,
                                            bool hold_out_singles);

}  // namespace clade::detail

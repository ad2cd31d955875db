// The examples that candidates are measured on: small sets first, all that are worth the time last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/records.h"
#include "measure/splits.h"

namespace clade::detail {

inline constexpr std::size_t rung_folds = 4;

// A set of examples and its folds; the numbers are those of the records.
struct Rung {
  std::size_t examples = 0;
  std::vector<Split> folds;
};

// How many examples each set has, smallest first. It follows from their number alone: each set has
// four times as many as the one before, the smallest not below 1,500 where there are several, and
// the largest at most 30,000.
std::vector<std::size_t> rung_sizes(std::size_t examples);

// A set holds those before it and has every class in the same share, by the seed. Error{input}
// where fewer than two classes have the two examples that a fold and the others need.
std::vector<Rung> make_rungs(const Records& records, std::uint64_t seed);

}  // namespace clade::detail

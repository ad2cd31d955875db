// Whether examples have several labels, or a few of them by the way.
#pragma once

#include <cstddef>

#include "data/dataset.h"

namespace clade::detail {

// Whether so many of all examples have several labels that these are the matter, and not a few
// strays.
inline bool are_more_than_strays(std::size_t several, std::size_t all) {
  constexpr double strays = 0.1;
  return several > 0 && static_cast<double>(several) >= strays * static_cast<double>(all);
}

inline bool has_several_labels(const Dataset& data) {
  if (const WholeData* all = data.whole())
    return are_more_than_strays(all->with_several, all->size);
  std::size_t several = 0;
  for (std::size_t i = 0; i < data.size(); ++i) several += data.labels(i).size() > 1;
  return are_more_than_strays(several, data.size());
}

}  // namespace clade::detail

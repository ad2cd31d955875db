// Whether examples have several labels, or a few of them by the way.
#pragma once

#include <cstddef>

#include "data/dataset.h"

namespace clade::detail {

// Whether so many examples have several labels that these are the matter, and not a few strays.
inline bool has_several_labels(const Dataset& data) {
  constexpr double strays = 0.1;
  std::size_t several = 0;
  for (std::size_t i = 0; i < data.size(); ++i) several += data.labels(i).size() > 1;
  return several > 0 && static_cast<double>(several) >= strays * static_cast<double>(data.size());
}

}  // namespace clade::detail

#include "linear/packed_weights.h"

namespace clade::detail {

void PackedWeights::set_entry(std::uint64_t place, std::size_t unit, float weight) {
  if (has_short_units(view_.units)) {
    short_units_[place] = static_cast<std::uint16_t>(unit);
  } else {
    long_units_[place] = static_cast<std::uint32_t>(unit);
  }
  if (numbers_ == PackedNumbers::half) {
    halves_[place] = to_half(weight);
  } else {
    singles_[place] = weight;
  }
}

}  // namespace clade::detail

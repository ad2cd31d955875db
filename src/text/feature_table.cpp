#include "text/feature_table.h"

namespace clade::detail {

std::uint32_t FeatureTable::add(std::uint32_t index) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  Slot& slot = slots_[place(index)];
  if (slot.index == none) slot = {index, static_cast<std::uint32_t>(size_++)};
  return slot.number;
}

void FeatureTable::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.index != none) slots_[place(slot.index)] = slot;
  }
}

}  // namespace clade::detail

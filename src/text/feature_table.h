// Numbers for feature indices that may lie anywhere: an open hash table of 8 bytes a slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clade::detail {

class FeatureTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // The number of the feature, which is added where it is new: numbers count up from 0.
  std::uint32_t add(std::uint32_t index);
  // The number, or `none`.
  std::uint32_t find(std::uint32_t index) const {
    return slots_.empty() ? none : slots_[place(index)].number;
  }
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint32_t index = none;  // none: free
    std::uint32_t number = none;
  };

  std::size_t place(std::uint32_t index) const {
    const std::size_t mask = slots_.size() - 1;
    // The constant spreads neighbours, which names and files both give, evenly over the table.
    std::size_t at = (std::uint64_t{index} * 0x9e3779b97f4a7c15U >> 32) & mask;
    while (slots_[at].index != index && slots_[at].index != none) at = (at + 1) & mask;
    return at;
  }
  void grow();

  std::vector<Slot> slots_;  // a power of two
  std::size_t size_ = 0;
};

}  // namespace clade::detail

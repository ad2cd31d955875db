// Numbers of terms by their keys: an open hash table of 16 bytes a slot, so that a short term is
// found in one line of the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/term_key.h"

namespace clade::detail {

class TermTable {
 public:
  // Asks for the memory where a key with this hash would be.
  void fetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & mask_]);
  }
  // The number of the term; where it is not there, `number` (below 2^31 - 1) is taken for it.
  // is_same(number) tells for a long key whether that number's term is this one.
  template <class IsSame>
  std::uint32_t add(const TermKey& key, std::uint64_t hash, std::uint32_t number,
                    const IsSame& is_same) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    const std::uint32_t long_bit = key.is_long ? is_long : 0;
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.first == key.first && slot.next == key.next && (slot.number & is_long) == long_bit &&
          slot.number != 0) {
        const std::uint32_t found = (slot.number & ~is_long) - 1;
        if (!key.is_long || is_same(found)) return found;
      } else if (slot.number == 0) {
        slot = {key.first, key.next, long_bit | (number + 1)};
        ++size_;
        return number;
      }
    }
  }

 private:
  static constexpr std::uint32_t is_long = std::uint32_t{1} << 31;
  static constexpr std::size_t smallest = 1024;

  struct Slot {
    std::uint64_t first = 0;
    std::uint32_t next = 0;
    std::uint32_t number = 0;  // + 1, and a bit for a long key; 0 is free
  };

  void grow() {
    std::vector<Slot> old(slots_.empty() ? smallest : 2 * slots_.size());
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == 0) continue;
      std::size_t at = TermKey{slot.first, slot.next, false}.hash() & mask_;
      while (slots_[at].number != 0) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two
  std::size_t size_ = 0, mask_ = 0;
};

}  // namespace clade::detail

// Asks the processor for memory that will be read soon.
#pragma once

#include <cstddef>

namespace clade::detail {

// GCC takes a function that does nothing but prefetch for one without effect, and removes its
// calls; the empty statement keeps them.
inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");
}

template <class T>
void prefetch_span(const T* values, std::size_t size) {
  const auto* end = reinterpret_cast<const char*>(values + size);
  for (const auto* p = reinterpret_cast<const char*>(values); p < end; p += 64) prefetch(p);
}

}  // namespace clade::detail

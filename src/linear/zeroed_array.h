// An array of zeros that takes memory as it is written.
#pragma once

#include <fmt/core.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "base/memory.h"
#include "linear/zeroed_pages.h"

namespace clade::detail {

template <class T>
class ZeroedArray {
 public:
  ZeroedArray() = default;
  // Error{environment} where memory does not suffice.
  explicit ZeroedArray(std::size_t size) : pages_(size * sizeof(T)) {
    if (size == 0 || (pages_.data() != nullptr && pages_.use(size * sizeof(T)))) return;
    throw OutOfMemory(fmt::format("no memory for {:.1f} GB of weights: {}",
                                  static_cast<double>(size * sizeof(T)) * 1e-9,
                                  std::strerror(errno)));
  }

  T* data() { return static_cast<T*>(pages_.data()); }  // nullptr where it is empty
  const T* data() const { return static_cast<const T*>(pages_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }

 private:
  ZeroedPages pages_;
};

}  // namespace clade::detail

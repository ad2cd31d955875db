// An array on whole cache lines, zero at first, for the vectors that the inner loops work on.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "base/state.h"

namespace clade::detail {

template <class T>
class AlignedArray {
 public:
  AlignedArray() = default;
  // Padded to whole lines; the padding is zero, too.
  explicit AlignedArray(std::size_t size, T value = T{})
      : size_(size), data_(static_cast<T*>(operator new[](padded(size) * sizeof(T), line))) {
    const std::size_t all = padded(size);
    for (std::size_t i = 0; i < all; ++i) data_[i] = i < size ? value : T{};
  }

  static constexpr std::size_t padded(std::size_t size) {
    constexpr std::size_t step = 64 / sizeof(T);
    return (size + step - 1) / step * step;
  }

  std::size_t size() const { return size_; }
  std::size_t padded_size() const { return padded(size_); }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

  // The numbers; the size stays.
  void state(State& s) {
    s.same(size_);
    s.bytes(data(), size_ * sizeof(T));
  }

 private:
  static constexpr std::align_val_t line{64};
  struct Free {
    void operator()(T* p) const { operator delete[](p, line); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T[], Free> data_;
};

}  // namespace clade::detail

// Arrays of plain values that become very large, or lie in a mapped file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/state.h"

namespace clade::detail {

// realloc for arrays that may become very large: asks the system for large pages, because most of
// the time of filling new memory goes into its pages. Null if there is not enough memory.
void* resized_memory(void* old, std::size_t bytes) noexcept;

// A vector of plain values that grows by resized_memory: large ones are moved by page tables, not
// copied. It may also be a view of values elsewhere, such as in a mapped file: a copy of a view is
// a view, and the first change detaches it.
template <class T>
class PlainArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PlainArray() = default;
  PlainArray(const PlainArray& other) {
    if (other.is_view()) {
      data_ = Data(other.data_.get(), other.data_.get_deleter());
      size_ = other.size_;
    } else {
      append(other);
    }
  }
  PlainArray(PlainArray&& other) noexcept
      : data_(std::move(other.data_)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  PlainArray& operator=(PlainArray other) noexcept {
    data_ = std::move(other.data_);
    size_ = other.size_;
    capacity_ = other.capacity_;
    return *this;
  }
  ~PlainArray() = default;

  // The values must stay where they are as long as `owner` lives.
  static PlainArray view(std::span<const T> values, std::shared_ptr<const void> owner) {
    PlainArray array;
    array.data_ = Data(const_cast<T*>(values.data()), Free{std::move(owner)});
    array.size_ = values.size();
    return array;
  }

  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  bool is_view() const { return data_.get_deleter().owner != nullptr; }
  // The values, for writing.
  T* mutable_data() {
    if (is_view()) detach(size_);
    return data_.get();
  }

  void push_back(T value) {
    if (size_ == capacity_) reserve_at_least(size_ + 1);
    data_.get()[size_++] = value;
  }
  void append(const PlainArray& other) {
    if (other.size_ == 0) return;
    reserve_at_least(size_ + other.size_);
    std::memcpy(data_.get() + size_, other.data(), other.size_ * sizeof(T));
    size_ += other.size_;
  }
  void state(State& s) {
    std::uint64_t size = size_;
    s(size);
    if (s.is_read()) {
      s.check_room(size * sizeof(T));
      reserve(size);
      size_ = size;
    }
    s.bytes(mutable_data(), size_ * sizeof(T));
  }
  // Keeps the first `size` values.
  void shrink(std::size_t size) { size_ = size; }

  void reserve(std::size_t capacity) {
    if (is_view()) return detach(std::max(capacity, size_));
    if (capacity <= capacity_) return;
    void* grown = resized(data_.get(), capacity);
    static_cast<void>(data_.release());
    data_.reset(static_cast<T*>(grown));
    capacity_ = capacity;
  }
  // The same, but capacity at least doubles: memory that is not used yet costs nothing.
  void reserve_at_least(std::size_t size) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
  }

 private:
  struct Free {
    std::shared_ptr<const void> owner;  // of the values of a view
    void operator()(T* p) const {
      if (owner == nullptr) std::free(p);
    }
  };
  using Data = std::unique_ptr<T, Free>;

  static void* resized(void* old, std::size_t capacity) {
    if (capacity > ~std::size_t{0} / 2 / sizeof(T)) throw std::bad_alloc();
    void* grown = resized_memory(old, capacity * sizeof(T));
    if (grown == nullptr) throw std::bad_alloc();
    return grown;
  }
  // Copies the values of a view into memory of its own.
  void detach(std::size_t capacity) {
    Data own(static_cast<T*>(resized(nullptr, std::max<std::size_t>(1, capacity))), Free{});
    std::copy(data_.get(), data_.get() + size_, own.get());
    data_ = std::move(own);
    capacity_ = capacity;
  }

  Data data_;
  std::size_t size_ = 0, capacity_ = 0;  // a view has no capacity
};

}  // namespace clade::detail

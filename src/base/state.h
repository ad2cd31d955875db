// What changes while work goes on, as bytes in a file: one function of a class lists it, and the
// same function writes it and reads it back, to the bit.
//
//   void state(State& s) { s(epoch_, order_, weights_); }
//
// Only what cannot be made again from the same data and options is listed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clade::detail {

// Thrown while a state is read that belongs to other work, or is cut off.
struct OtherState {};

class State {
 public:
  virtual ~State() = default;
  virtual bool is_read() const = 0;
  // So many bytes go out of this memory or into it.
  virtual void bytes(void* data, std::size_t size) = 0;
  // That at most so much is still to come: a damaged length takes no memory.
  virtual void check_room(std::size_t size) const = 0;

  template <class... Parts>
  void operator()(Parts&... parts) {
    (part(parts), ...);
  }
  // What must be the same for the one who writes and the one who reads.
  void same(std::uint64_t value) {
    std::uint64_t stored = value;
    bytes(&stored, sizeof stored);
    if (stored != value) throw OtherState{};
  }
  // Large memory, most of it zero: pages that are not. It is zero where it is read into.
  void zeroed(void* data, std::size_t size);

 private:
  template <class T>
  static constexpr bool has_own = requires(T& value, State& s) {
    value.state(s);
  };

  template <class T>
  void part(T& value) {
    if constexpr (has_own<T>) {
      value.state(*this);
    } else {
      static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
      bytes(&value, sizeof value);
    }
  }
  template <class T>
  void part(std::vector<T>& values) {
    static_assert(!std::is_same_v<T, bool>);
    constexpr bool is_plain = std::is_trivially_copyable_v<T> && !has_own<T>;
    std::uint64_t size = values.size();
    bytes(&size, sizeof size);
    if (is_read()) {
      check_room(is_plain ? size * sizeof(T) : size);
      values.resize(size);
    }
    if constexpr (is_plain) {
      bytes(values.data(), size * sizeof(T));
    } else {
      for (T& value : values) part(value);
    }
  }
  template <class T>
  void part(std::deque<T>& values) {
    std::vector<T> all(values.begin(), values.end());
    part(all);
    values.assign(all.begin(), all.end());
  }
  void part(std::string& text) {
    std::vector<char> all(text.begin(), text.end());
    part(all);
    text.assign(all.begin(), all.end());
  }
  template <class T>
  void part(std::optional<T>& value) {
    bool is_there = value.has_value();
    bytes(&is_there, sizeof is_there);
    if (is_read() && is_there && !value) value.emplace();
    if (is_read() && !is_there) value.reset();
    if (is_there) part(*value);
  }
  template <class A, class B>
  void part(std::pair<A, B>& pair) {
    part(pair.first);
    part(pair.second);
  }
};

}  // namespace clade::detail

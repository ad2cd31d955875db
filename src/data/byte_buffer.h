// A growing run of bytes for text that is read or decompressed piece by piece.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace clade::detail {

// realloc in place of std::string: large blocks move by page tables and are not filled with zeros.
class ByteBuffer {
 public:
  // Messages of a failed allocation name the input.
  explicit ByteBuffer(std::string name) : name_(std::move(name)) {}

  // Free space of at least `least` bytes behind the text.
  std::span<char> space(std::size_t least);
  // `count` bytes of the space were filled.
  void filled(std::size_t count) { size_ += count; }
  void clear() { size_ = 0; }
  void append(std::string_view text);

  std::size_t size() const { return size_; }
  std::string_view text() const { return {data_.get(), size_}; }
  std::span<char> bytes() { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(char* p) const { std::free(p); }
  };
  std::string name_;
  std::unique_ptr<char, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace clade::detail

#include "data/byte_buffer.h"

#include <fmt/core.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

#include "base/memory.h"
#include "data/sparse_rows.h"

namespace clade::detail {

namespace {

// Advice only: whole pages are named, whatever else lies on the first and the last one.
void ask_for_large_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t page = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t offset = address % page;
  static_cast<void>(::madvise(static_cast<char*>(data) - offset, bytes + offset, MADV_HUGEPAGE));
#endif
}

}  // namespace

void* resized_memory(void* old, std::size_t bytes) noexcept {
  constexpr std::size_t large = std::size_t{1} << 22;
  void* const resized = std::realloc(old, bytes);
  if (resized != nullptr && bytes >= large) ask_for_large_pages(resized, bytes);
  return resized;
}

std::span<char> ByteBuffer::space(std::size_t least) {
  if (capacity_ - size_ < least) {
    const std::size_t wanted = std::max({size_ + least, 2 * capacity_, std::size_t{1} << 16});
    char* grown = static_cast<char*>(resized_memory(data_.get(), wanted));
    if (grown == nullptr) {
      throw OutOfMemory(
          fmt::format("{}: not enough memory for its text, {} MB so far", name_, size_ >> 20));
    }
    static_cast<void>(data_.release());
    data_.reset(grown);
    capacity_ = wanted;
  }
  return {data_.get() + size_, capacity_ - size_};
}

void ByteBuffer::append(std::string_view text) {
  std::copy(text.begin(), text.end(), space(text.size()).begin());
  filled(text.size());
}

}  // namespace clade::detail

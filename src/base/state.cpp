#include "base/state.h"

#include <algorithm>
#include <cstring>

namespace clade::detail {

namespace {

constexpr std::size_t page = 4096;

bool is_zero(const unsigned char* bytes, std::size_t size) {
  return std::all_of(bytes, bytes + size, [](unsigned char byte) { return byte == 0; });
}

}  // namespace

// Runs of pages, each with the number of its first and how many there are; an empty one ends them.
// Reading writes to no page that is zero and should be.
void State::zeroed(void* data, std::size_t size) {
  auto* memory = static_cast<unsigned char*>(data);
  same(size);
  const std::size_t pages = (size + page - 1) / page;
  const auto bytes_of = [&](std::size_t p) { return std::min(page, size - p * page); };
  const auto is_zero_page = [&](std::size_t p) { return is_zero(memory + p * page, bytes_of(p)); };
  std::uint64_t count = 1;
  for (std::size_t place = 0; count > 0;) {
    std::uint64_t first = place;
    if (!is_read()) {
      while (first < pages && is_zero_page(first)) ++first;
      for (count = 0; first + count < pages && !is_zero_page(first + count);) ++count;
    }
    bytes(&first, sizeof first);
    bytes(&count, sizeof count);
    if (first < place || first > pages || count > pages - first) throw OtherState{};
    for (std::size_t p = place; is_read() && p < first; ++p) {
      if (!is_zero_page(p)) std::memset(memory + p * page, 0, bytes_of(p));
    }
    place = first + count;
    if (count > 0) bytes(memory + first * page, std::min(size, place * page) - first * page);
  }
}

}  // namespace clade::detail

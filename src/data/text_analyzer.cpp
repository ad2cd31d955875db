#include "data/text_analyzer.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace clade::detail {

namespace {

// So many letters as one number, the first one lowest whatever the machine's byte order.
template <std::size_t count>
std::uint64_t letters(const char* from) {
  std::uint64_t value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, from, count);
    return value;
  }
  for (std::size_t i = 0; i < count; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return value;
}

// Up to eight letters; different words of one length give different numbers.
std::uint64_t last_letters(const char* from, std::size_t count) {
  if (count >= 4) return letters<4>(from) | letters<4>(from + count - 4) << 32;
  if (count == 0) return 0;
  return letters<1>(from) | letters<1>(from + count / 2) << 8 | letters<1>(from + count - 1) << 16;
}

// An invertible mix: every bit of the value moves about half of the result's.
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93U;
  value = (value ^ (value >> 32)) * 0xd6e8feb86659fd93U;
  return value ^ (value >> 32);
}

}  // namespace

std::uint64_t term_hash(std::string_view term) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
  std::uint64_t hash = odd * (term.size() + 1);
  while (term.size() > 8) {
    hash = mixed(hash ^ letters<8>(term.data())) * odd;
    term.remove_prefix(8);
  }
  return mixed(hash ^ last_letters(term.data(), term.size()));
}

std::uint32_t hashed_term_index(std::string_view term, int bits) {
  const std::uint64_t below = (std::uint64_t{1} << bits) - 1;
  return first_hashed_index + static_cast<std::uint32_t>(term_hash(term) & below);
}

}  // namespace clade::detail

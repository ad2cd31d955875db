#include "data/utf8.h"

#include <simdjson.h>

#include <cstddef>
#include <cstdint>

namespace clade {

namespace {

// The length of the sequence that begins the text, 0 where it is not well formed.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(text[i])};
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xc0   ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf8 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  std::uint32_t point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    point = point << 6 | (byte(i) & 0x3f);
  }
  const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
  return point >= least && point <= 0x10ffff && !is_surrogate ? length : 0;
}

}  // namespace

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

std::vector<const char*> replace_invalid_utf8(std::span<char> text) {
  std::vector<const char*> replaced;
  if (is_utf8({text.data(), text.size()})) return replaced;
  while (!text.empty()) {
    std::size_t length = sequence_length({text.data(), text.size()});
    if (length == 0) {
      text[0] = '?';
      replaced.push_back(text.data());
      length = 1;
    }
    text = text.subspan(length);
  }
  return replaced;
}

}  // namespace clade

#include "data/utf8.h"

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace clade::detail {

namespace {

// simdjson chooses its code for this processor when it is first used, and takes memory for that
// where it must not throw. So it is used once before main().
[[maybe_unused]] const bool simdjson_has_chosen = simdjson::validate_utf8("", 0);

struct Sequence {
  std::size_t length = 0;  // 0: not well formed
  std::uint32_t point = 0;
};

// What begins the text.
Sequence first_sequence(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(text[i])};
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {1, lead};
  const std::size_t length = lead < 0xc0   ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf8 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t point = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    point = point << 6 | (byte(i) & 0x3f);
  }
  const std::uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
  if (point < least || point > 0x10ffff || is_surrogate) return {};
  return {length, point};
}

}  // namespace

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
}

std::vector<const char*> replace_invalid_utf8(std::span<char> text) {
  std::vector<const char*> replaced;
  if (is_utf8({text.data(), text.size()})) return replaced;
  while (!text.empty()) {
    std::size_t length = first_sequence({text.data(), text.size()}).length;
    if (length == 0) {
      text[0] = '?';
      replaced.push_back(text.data());
      length = 1;
    }
    text = text.subspan(length);
  }
  return replaced;
}

std::vector<std::uint32_t> code_points(std::string_view text) {
  std::vector<std::uint32_t> points;
  while (!text.empty()) {
    const Sequence sequence = first_sequence(text);
    points.push_back(sequence.length > 0 ? sequence.point : '?');
    text.remove_prefix(sequence.length > 0 ? sequence.length : 1);
  }
  return points;
}

std::string_view whole_letters(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  const auto goes_on = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  while (most > 0 && goes_on(most)) --most;
  return text.substr(0, most);
}

}  // namespace clade::detail

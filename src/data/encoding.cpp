#include "data/encoding.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/lower_case.h"
#include "base/text.h"
#include "data/utf8.h"

namespace clade::detail {

namespace {

constexpr std::uint32_t replacement = 0xFFFD;

// What windows-1252 has from 0x80 to 0x9F; 0 where it has nothing.
constexpr std::array<std::uint16_t, 32> windows_letters{
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr std::array<std::pair<std::string_view, Encoding>, 9> names{
    {{"utf-8", Encoding::utf8},
     {"utf8", Encoding::utf8},
     {"utf-16", Encoding::utf16_little},
     {"utf-16le", Encoding::utf16_little},
     {"utf-16be", Encoding::utf16_big},
     {"windows-1252", Encoding::windows_1252},
     {"cp1252", Encoding::windows_1252},
     {"latin-1", Encoding::windows_1252},
     {"iso-8859-1", Encoding::windows_1252}}};

void append_letter(std::uint32_t letter, std::string& out) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
  if (letter < 0x80) return byte(letter);
  if (letter < 0x800) {
    byte(0xC0 | (letter >> 6));
  } else {
    if (letter < 0x10000) {
      byte(0xE0 | (letter >> 12));
    } else {
      byte(0xF0 | (letter >> 18));
      byte(0x80 | ((letter >> 12) & 0x3F));
    }
    byte(0x80 | ((letter >> 6) & 0x3F));
  }
  byte(0x80 | (letter & 0x3F));
}

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

std::uint32_t unit_at(std::string_view text, std::size_t at, Encoding encoding) {
  const std::uint32_t first = byte_at(text, at), second = byte_at(text, at + 1);
  return encoding == Encoding::utf16_little ? first | (second << 8) : (first << 8) | second;
}

bool is_high(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

std::size_t append_utf16(std::string_view text, Encoding encoding, std::string& out) {
  std::size_t at = 0;
  while (at + 2 <= text.size()) {
    const std::uint32_t unit = unit_at(text, at, encoding);
    if (is_high(unit)) {
      if (at + 4 > text.size()) break;
      const std::uint32_t next = unit_at(text, at + 2, encoding);
      if (is_low(next)) {
        append_letter(0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00), out);
        at += 4;
        continue;
      }
    }
    append_letter(is_high(unit) || is_low(unit) ? replacement : unit, out);
    at += 2;
  }
  return at;
}

std::size_t append_windows_1252(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t byte = byte_at(text, i);
    const bool is_special = byte >= 0x80 && byte < 0xA0;
    const std::uint32_t letter = is_special ? windows_letters[byte - 0x80] : byte;
    append_letter(letter == 0 && byte != 0 ? replacement : letter, out);
  }
  return text.size();
}

// Plain letters with a zero each, on the same side nearly always.
bool looks_like_utf16(std::string_view text, std::size_t side) {
  std::size_t zeros = 0, others = 0;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    zeros += text[i + side] == '\0';
    others += text[i + 1 - side] == '\0';
  }
  const std::size_t pairs = text.size() / 2;
  return pairs >= 2 && zeros * 10 >= pairs * 7 && others * 20 <= pairs;
}

// Letters above ASCII that are well-formed UTF-8, and bytes that are not.
bool looks_like_windows_1252(std::string_view text, bool is_all) {
  std::string copy(text);
  // A letter that is cut at the end says nothing.
  for (int i = 0; !is_all && i < 4 && !copy.empty() && byte_at(copy, copy.size() - 1) >= 0x80; ++i)
    copy.pop_back();
  const std::string before = copy;
  const std::vector<const char*> wrong = replace_invalid_utf8(copy);
  if (wrong.empty()) return false;
  std::size_t leads = 0;
  for (const char c : copy) leads += (static_cast<unsigned char>(c) & 0xC0) == 0xC0;
  for (const char* place : wrong) {
    const auto byte =
        static_cast<unsigned char>(before[static_cast<std::size_t>(place - copy.data())]);
    if (byte >= 0x80 && byte < 0xA0 && windows_letters[byte - 0x80u] == 0) return false;
  }
  return wrong.size() > leads && before.find('\0') == std::string::npos;
}

}  // namespace

bool is_automatic(std::string_view name) { return name.empty() || name == "auto"; }

Encoding parse_encoding(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const auto& [known, encoding] : names) {
    if (lower == known) return encoding;
  }
  std::vector<std::string> known{"auto"};
  for (const auto& entry : names) known.emplace_back(entry.first);
  fail_parameter("encoding", "expected auto|utf-8|utf-16|utf-16le|utf-16be|windows-1252, got {}{}",
                 quoted(name), did_you_mean(lower, known));
}

std::string_view encoding_name(Encoding encoding) {
  if (encoding == Encoding::utf8) return "UTF-8";
  return encoding == Encoding::windows_1252 ? "windows-1252" : "UTF-16";
}

Encoding detect_encoding(std::string_view beginning, bool is_all) {
  if (beginning.starts_with("\xEF\xBB\xBF")) return Encoding::utf8;
  if (beginning.starts_with("\xFF\xFE")) return Encoding::utf16_little;
  if (beginning.starts_with("\xFE\xFF")) return Encoding::utf16_big;
  if (looks_like_utf16(beginning, 1)) return Encoding::utf16_little;
  if (looks_like_utf16(beginning, 0)) return Encoding::utf16_big;
  if (looks_like_windows_1252(beginning, is_all)) return Encoding::windows_1252;
  return Encoding::utf8;
}

std::size_t append_utf8(std::string_view text, Encoding encoding, std::string& out) {
  switch (encoding) {
    case Encoding::utf16_little:
    case Encoding::utf16_big:
      return append_utf16(text, encoding, out);
    case Encoding::windows_1252:
      return append_windows_1252(text, out);
    case Encoding::utf8:
      break;
  }
  out += text;
  return text.size();
}

}  // namespace clade::detail

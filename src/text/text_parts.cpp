#include "text/text_parts.h"

#include <cstddef>

#include "text/unicode.h"

namespace clade::detail {

namespace {

Character character_at(std::string_view text) {
  const auto c = static_cast<unsigned char>(text.front());
  if (c >= 0x80) return first_character(text);
  const bool is_letter =
      (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  return {c, is_letter ? CharacterKind::letter : CharacterKind::separator, 1};
}

bool begins_word(CharacterKind kind) {
  return kind == CharacterKind::letter || kind == CharacterKind::unspaced;
}

// The bytes from the front up to where something else begins.
std::size_t part_length(std::string_view text, CharacterKind first) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Character c = character_at(text.substr(at));
    const bool follows = c.kind == CharacterKind::mark || c.kind == CharacterKind::joiner;
    const bool goes_on = begins_word(first) ? c.kind == first || follows : !begins_word(c.kind);
    if (!goes_on) break;
    at += c.length;
  }
  return at;
}

}  // namespace

std::vector<TextPart> text_parts(std::string_view text) {
  std::vector<TextPart> parts;
  while (!text.empty()) {
    const CharacterKind first = character_at(text).kind;
    const std::size_t length = part_length(text, first);
    parts.push_back({text.substr(0, length), begins_word(first)});
    text.remove_prefix(length);
  }
  return parts;
}

}  // namespace clade::detail

// What the tokeniser asks about characters beyond ASCII. The one place that knows ICU.
//
// Built without ICU every character beyond ASCII counts as a letter, except for the common
// punctuation; nothing is lower-cased or composed then, and no script is cut into pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clade::detail {

enum class CharacterKind : std::uint8_t {
  separator,  // also a byte that is not part of well-formed UTF-8
  letter,     // letters, digits and connectors, which words are made of
  unspaced,   // a letter of a script that is written without spaces between words
  mark,       // belongs to the letter before it: accents, vowel signs
  joiner,     // invisible, inside words: soft hyphen, zero width joiner and non-joiner
};

struct Character {
  char32_t lower;  // for letters and marks
  CharacterKind kind;
  std::uint8_t length;  // bytes in the text, at least 1
};

// The character that a text begins with; the text must not be empty.
Character first_character(std::string_view text);

// Writes UTF-8, at most 4 bytes, and returns how many.
std::size_t put_utf8(char32_t point, char* out);

// The text with composed accents (NFC): itself where it is composed already, else written into
// `out`, which must have room for three times the text.
std::string_view composed(std::string_view text, char* out);

bool knows_unicode();  // whether ICU is there

}  // namespace clade::detail

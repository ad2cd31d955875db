// Cuts a text into words.
//
// A word is a maximal run of letters, digits and connectors such as the underscore (Unicode
// categories L, N, Pc) with the marks (M) that follow them; everything else separates, invalid
// UTF-8 too. It is lower-cased the same way in every locale, and its accents are composed (NFC), so
// that the two ways to write an accent give one word.
//
// Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces. Runs of their letters
// give the overlapping pairs of neighbouring characters (a character is a letter with its marks),
// or the character alone where it has no neighbour: no dictionary is needed, and pairs are nearly
// as good as words to a linear classifier.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "text/unicode.h"

namespace clade::detail {

// One pass over a text, which must outlive it; takes no memory.
//
//   for (WordReader reader(text); reader.next();) use(reader.word());
class WordReader {
 public:
  // Of a longer word only so many characters count: a text without spaces is no long word.
  static constexpr std::size_t max_characters = 100;

  explicit WordReader(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}
  WordReader(const WordReader&) = delete;  // word_ points into this object
  WordReader& operator=(const WordReader&) = delete;

  // False at the end of the text.
  bool next();
  // Valid until next().
  std::string_view word() const { return word_; }
  std::size_t characters() const { return characters_; }

 private:
  static constexpr std::size_t max_bytes = 4 * max_characters;

  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
  void read_word();
  void read_long_word(std::size_t size);
  bool begin_run();
  bool next_pair();
  bool read_unspaced();
  void put(char32_t letter);
  void take_word();

  const char* at_;
  const char* end_;
  std::string_view word_;
  std::size_t characters_ = 0;

  bool in_run_ = false;         // of an unspaced script, after its first character
  std::size_t first_size_ = 0;  // bytes of the first character of the pair
  std::size_t size_ = 0;        // bytes of letters_ in use
  char32_t largest_ = 0;        // of the characters in letters_
  std::array<char, max_bytes> letters_;
  std::array<char, 3 * max_bytes> composed_;
};

}  // namespace clade::detail

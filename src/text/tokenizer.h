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

#include "text/text_runs.h"
#include "text/unicode.h"

namespace clade::detail {

// One pass over a text, which must outlive it; takes no memory.
//
//   for (WordReader reader(text); reader.next();) use(reader.word());
class WordReader {
 public:
  // Of a longer word only so many characters count: a text without spaces is no long word.
  static constexpr std::size_t max_characters = 100;

  // Bytes from the beginning of word() on that may be read, whatever its size.
  static constexpr std::size_t padding = TextRuns::padding;

  explicit WordReader(std::string_view text) : runs_(text) {}
  WordReader(const WordReader&) = delete;  // word_ points into this object
  WordReader& operator=(const WordReader&) = delete;

  // False at the end of the text. Most runs of most texts are a word as they are.
  bool next() {
    if (is_inside_ && next_of_run()) return true;
    while (runs_.next()) {
      if (runs_.is_plain() && runs_.lower().size() <= max_characters) {
        word_ = runs_.lower();
        characters_ = word_.size();
        return true;
      }
      if (begin_run()) return true;
    }
    return false;
  }
  // Valid until next().
  std::string_view word() const { return word_; }
  std::size_t characters() const { return characters_; }

 private:
  static constexpr std::size_t max_bytes = 4 * max_characters;

  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
  bool begin_run();
  bool next_of_run();
  void read_word();
  bool begin_unspaced();
  bool next_pair();
  bool read_unspaced();
  void put(char32_t letter);
  void take_word();

  TextRuns runs_;
  std::string_view word_;
  std::size_t characters_ = 0;

  // A run that is more than a plain word.
  bool is_inside_ = false;
  const char* at_ = nullptr;
  const char* end_ = nullptr;

  bool is_unspaced_ = false;    // inside of unspaced letters, after the first one
  std::size_t first_size_ = 0;  // bytes of the first character of the pair
  std::size_t size_ = 0;        // bytes of letters_ in use
  char32_t largest_ = 0;        // of the characters in letters_
  std::array<char, max_bytes> letters_;
  std::array<char, 3 * max_bytes> composed_;
};

}  // namespace clade::detail

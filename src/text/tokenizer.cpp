#include "text/tokenizer.h"

#include <algorithm>
#include <cstdint>

namespace clade::detail {

namespace {

// By byte: the lower-case letter of a word, 0 for what separates. Bytes beyond ASCII are 0, too,
// and looked at again.
constexpr std::array<char, 256> make_lower_ascii() {
  std::array<char, 256> table{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = static_cast<char>(c);
  for (std::size_t c = 'A'; c <= 'Z'; ++c) table[c] = static_cast<char>(c + 'a' - 'A');
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = static_cast<char>(c);
  table['_'] = '_';
  return table;
}
constexpr std::array<char, 256> lower_ascii = make_lower_ascii();

char lower_byte(char c) { return lower_ascii[static_cast<unsigned char>(c)]; }
bool is_ascii(char c) { return static_cast<signed char>(c) >= 0; }

// Below it nothing can be composed: the first combining mark is U+0300.
constexpr char32_t first_mark = 0x300;
// More marks than any script uses on one letter.
constexpr int max_marks = 8;

std::size_t count_characters(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

bool WordReader::begin_run() {
  at_ = runs_.text().data();
  end_ = at_ + runs_.text().size();
  is_unspaced_ = false;
  return next_of_run();
}

bool WordReader::next_of_run() {
  is_inside_ = true;
  if (is_unspaced_ && next_pair()) return true;
  while (at_ != end_) {
    if (lower_byte(*at_) != 0) {
      read_word();
      return true;
    }
    const Character c = first_character(rest());
    if (c.kind == CharacterKind::letter) {
      read_word();
      return true;
    }
    if (c.kind == CharacterKind::unspaced) return begin_unspaced();
    at_ += c.length;  // a mark or joiner without a letter before it separates
  }
  is_inside_ = false;
  return false;
}

// A word that may have characters beyond ASCII, or more of them than count.
void WordReader::read_word() {
  size_ = 0;
  characters_ = 0;
  largest_ = 0;
  while (at_ != end_) {
    if (const char lower = lower_byte(*at_); lower != 0) {
      put(static_cast<char32_t>(lower));
      ++at_;
      continue;
    }
    const Character c = first_character(rest());
    if (c.kind == CharacterKind::separator || c.kind == CharacterKind::unspaced) break;
    if (c.kind != CharacterKind::joiner) put(c.lower);
    at_ += c.length;
  }
  take_word();
  characters_ = count_characters(word_);
}

void WordReader::put(char32_t letter) {
  if (characters_ == max_characters) return;
  ++characters_;
  size_ += put_utf8(letter, letters_.data() + size_);
  largest_ = std::max(largest_, letter);
}

void WordReader::take_word() {
  word_ = {letters_.data(), size_};
  if (largest_ >= first_mark) word_ = composed(word_, composed_.data());
}

// The first pair of unspaced letters, or the only one.
bool WordReader::begin_unspaced() {
  size_ = 0;
  characters_ = 0;
  largest_ = 0;
  read_unspaced();
  first_size_ = size_;
  is_unspaced_ = read_unspaced();
  take_word();
  characters_ = is_unspaced_ ? 2 : 1;
  return true;
}

// The second character of the last pair becomes the first of the next one.
bool WordReader::next_pair() {
  const auto middle = letters_.begin() + static_cast<std::ptrdiff_t>(first_size_);
  std::copy(middle, letters_.begin() + static_cast<std::ptrdiff_t>(size_), letters_.begin());
  size_ -= first_size_;
  first_size_ = size_;
  characters_ = 1;
  is_unspaced_ = read_unspaced();
  if (!is_unspaced_) return false;
  take_word();
  characters_ = 2;
  return true;
}

// Appends a letter of an unspaced script with its marks; false where there is none.
bool WordReader::read_unspaced() {
  int marks = -1;  // before the letter
  while (at_ != end_ && !is_ascii(*at_)) {
    const Character c = first_character(rest());
    const bool is_next = c.kind == (marks < 0 ? CharacterKind::unspaced : CharacterKind::mark);
    if (!is_next && c.kind != CharacterKind::joiner) break;
    at_ += c.length;
    if (is_next && marks < max_marks) {
      put(c.lower);
      ++marks;
    }
  }
  return marks >= 0;
}

}  // namespace clade::detail

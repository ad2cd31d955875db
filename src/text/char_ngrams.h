// Runs of neighbouring characters of a word, its two boundaries included.
//
// They are written so that they are no words: a star stands for the rest of the word on a side that
// is cut. Of "ships", with n = 4, the word between its boundaries |ships|: "shi*" (|shi), "*ship*",
// "*hips*", "*ips" (ips|). A boundary counts as a character. A run that is the whole word is that
// word.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "data/text_analyzer.h"

namespace clade::detail {

struct CharNgramRange {
  std::size_t least, most;  // characters
};

// "3-5" or "4"; nothing for "none" and for what is neither.
std::optional<CharNgramRange> parse_char_ngrams(std::string_view text);
std::string char_ngrams_problem(std::string_view text);
inline constexpr TextRule char_ngrams_rule{char_ngrams_problem,
                                           "auto, none or lengths from 2 to 10 such as 3-5"};

// Gives the runs of one word after the other; one per thread.
class CharNgrams {
 public:
  // With `whole_words` runs that are the whole word count, too; without, they are left to whoever
  // counts words.
  CharNgrams(CharNgramRange range, bool whole_words) : range_(range), whole_words_(whole_words) {}

  // `word` is UTF-8. A character is a letter with its marks.
  void give(std::string_view word, TermSink& out);

 private:
  void give_short_runs(std::string_view word, TermSink& out);
  void cut(std::string_view word);
  void give_run(std::string_view word, std::size_t from, std::size_t length, TermSink& out);

  CharNgramRange range_;
  bool whole_words_;
  std::vector<std::size_t> begins_;  // of the characters, and the end of the word
  std::string run_;
  std::array<char, 128> padded_{};  // a word, and bytes behind it that may be read
};

}  // namespace clade::detail

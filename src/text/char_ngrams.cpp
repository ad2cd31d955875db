#include "text/char_ngrams.h"

#include <algorithm>
#include <cstdint>

#include "base/text.h"
#include "text/unicode.h"

namespace clade::detail {

namespace {

std::optional<std::size_t> length_of(std::string_view text) {
  const auto value = parse_int(text);
  if (!value || *value < 2 || *value > 10) return std::nullopt;
  return static_cast<std::size_t>(*value);
}

}  // namespace

std::optional<CharNgramRange> parse_char_ngrams(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto least = length_of(text.substr(0, dash));
  const auto most = dash == std::string_view::npos ? least : length_of(text.substr(dash + 1));
  if (!least || !most || *least > *most) return std::nullopt;
  return CharNgramRange{*least, *most};
}

std::string char_ngrams_problem(std::string_view text) {
  if (text == "auto" || text == "none" || parse_char_ngrams(text)) return "";
  return std::string("expected ") + char_ngrams_rule.expects;
}

void CharNgrams::cut(std::string_view word) {
  begins_.clear();
  for (std::size_t at = 0; at < word.size();) {
    const bool is_ascii = static_cast<unsigned char>(word[at]) < 0x80;
    if (is_ascii) {
      begins_.push_back(at++);
      continue;
    }
    const Character c = first_character(word.substr(at));
    if (c.kind != CharacterKind::mark || begins_.empty()) begins_.push_back(at);
    at += c.length;
  }
  begins_.push_back(word.size());
}

void CharNgrams::give(std::string_view word, TermSink& out) {
  cut(word);
  const std::size_t with_boundaries = begins_.size() + 1;
  const std::size_t most = std::min(range_.most, with_boundaries);
  for (std::size_t length = range_.least; length <= most; ++length) {
    for (std::size_t from = 0; from + length <= with_boundaries; ++from) {
      give_run(word, from, length, out);
    }
  }
}

// Position 0 is the boundary before the word, 1 its first character.
void CharNgrams::give_run(std::string_view word, std::size_t from, std::size_t length,
                          TermSink& out) {
  const std::size_t characters = begins_.size() - 1;
  const bool has_begin = from == 0, has_end = from + length == characters + 2;
  if (has_begin && has_end) {
    if (whole_words_) out.term(word);
    return;
  }
  const std::size_t first = has_begin ? 0 : from - 1;
  const std::size_t behind = std::min(from + length - 1, characters);
  run_.clear();
  if (!has_begin) run_ += '*';
  run_.append(word.substr(begins_[first], begins_[behind] - begins_[first]));
  if (!has_end) run_ += '*';
  out.term(run_);
}

}  // namespace clade::detail

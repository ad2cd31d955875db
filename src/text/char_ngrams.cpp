#include "text/char_ngrams.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/text.h"
#include "data/term_key.h"
#include "text/unicode.h"

namespace clade::detail {

namespace {

// Characters of the longest run that fits into a number with its stars; none where the first letter
// is the highest byte.
constexpr std::size_t most_in_one_number = std::endian::native == std::endian::little ? 6 : 0;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

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
  if (range_.most <= most_in_one_number && word.size() <= padded_.size() - 8 && is_ascii(word)) {
    return give_short_runs(word, out);
  }
  cut(word);
  const std::size_t with_boundaries = begins_.size() + 1;
  const std::size_t most = std::min(range_.most, with_boundaries);
  for (std::size_t length = range_.least; length <= most; ++length) {
    for (std::size_t from = 0; from + length <= with_boundaries; ++from) {
      give_run(word, from, length, out);
    }
  }
}

// Runs of ASCII that fit into a number, stars included: most runs of most texts. The first letter
// is the lowest byte, so a run is its key as well.
void CharNgrams::give_short_runs(std::string_view word, TermSink& out) {
  std::copy(word.begin(), word.end(), padded_.begin());
  const std::size_t with_boundaries = word.size() + 2;
  const std::size_t most = std::min(range_.most, with_boundaries);
  for (std::size_t length = range_.least; length <= most; ++length) {
    if (length == with_boundaries) {
      if (whole_words_) out.term(word);
      break;
    }
    for (std::size_t from = 0; from + length <= with_boundaries; ++from) {
      const bool has_begin = from == 0, has_end = from + length == with_boundaries;
      std::size_t size = length - (has_begin || has_end ? 1 : 0);
      std::uint64_t run = 0;
      std::memcpy(&run, padded_.data() + (has_begin ? 0 : from - 1), sizeof(run));
      run &= ~std::uint64_t{0} >> (64 - 8 * size);
      if (!has_begin) {
        run = run << 8 | '*';
        ++size;
      }
      if (!has_end) run |= std::uint64_t{'*'} << (8 * size++);
      std::array<char, sizeof(run)> letters{};
      std::memcpy(letters.data(), &run, sizeof(run));
      out.keyed_term({letters.data(), size}, TermKey{run, 0, false});
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

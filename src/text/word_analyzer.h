// The terms of a text: its words without the stop words and the short ones, stemmed where a
// language was named, runs of them, and runs of their characters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/text_analyzer.h"
#include "text/char_ngrams.h"

namespace clade::detail {

struct WordRules {
  std::vector<std::string> stopwords;  // as the tokeniser gives them
  int min_word_length = 1;             // characters
  // Runs of two up to so many neighbouring words are terms, too, joined by a space; words that are
  // left out do not separate neighbours. 0: no words at all, only runs of characters.
  int ngrams = 1;
  int hash_bits = 0;
  std::string stemmer = "none";  // a language
  // Of the words as they are written, not of their stems.
  std::optional<CharNgramRange> char_ngrams = std::nullopt;
};

// Error{environment} where there is no such stemmer.
std::unique_ptr<TextAnalyzer> make_word_analyzer(const WordRules& rules);

}  // namespace clade::detail

// The terms of a text: its words without the stop words and the short ones, and runs of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/text_analyzer.h"

namespace clade {

struct WordRules {
  std::vector<std::string> stopwords;  // as the tokeniser gives them
  int min_word_length = 1;             // characters
  // Runs of two up to so many neighbouring words are terms, too, joined by a space; words that are
  // left out do not separate neighbours.
  int ngrams = 1;
  int hash_bits = 0;
};

std::unique_ptr<TextAnalyzer> make_word_analyzer(const WordRules& rules);

}  // namespace clade

// The terms of a text: its words without the stop words and the short ones.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/text_analyzer.h"

namespace clade {

struct WordRules {
  std::vector<std::string> stopwords;  // as the tokeniser gives them
  int min_word_length = 1;             // characters
  int hash_bits = 0;
};

std::unique_ptr<TextAnalyzer> make_word_analyzer(const WordRules& rules);

}  // namespace clade

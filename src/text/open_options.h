// What options of texts and counts that are left open (`auto`) stand for.
#pragma once

#include <cstddef>
#include <string_view>

#include "data/records.h"
#include "text/vectoriser.h"

namespace clade::detail {

// The training documents that a term needs where `min_df` stays open: rare words are what tells
// documents apart, while most runs of words or characters are in one document only.
struct OpenMinDf {
  std::size_t word = 1, run = 2;
};
inline constexpr OpenMinDf open_min_df;

// What a term is, as it is written (word_analyzer.h, char_ngrams.h): a word, or a run of words or
// of characters.
enum class TermKind { word, words, characters };
inline TermKind kind_of_term(std::string_view term) {
  if (term.find('*') != std::string_view::npos) return TermKind::characters;
  return term.find(' ') != std::string_view::npos ? TermKind::words : TermKind::word;
}

// What runs count beside words for learners that adapt: there are many of them, and each says less.
inline constexpr double adapted_ngram_weight = 0.6, adapted_char_weight = 0.3;

// For learners that do not adapt to their data: single words that two documents have.
TextParams usual_params(TextParams params);

// By the records of a learner that does (Records::adapted): the terms that were chosen for reading;
// dense numbers are scaled (scale_for), sparse rows have length 1, and sparse counts are weighted
// like those of words.
TextParams adapted_params(TextParams params, const Records& records, Communicator& peers);

// Whether all values are whole numbers of 0 and above.
bool are_counts(const Records& records);

}  // namespace clade::detail

// Words that say nothing about the subject of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clade {

// Articles, pronouns, prepositions, conjunctions, auxiliary verbs, common adverbs and quantifiers,
// and the parts that an apostrophe leaves ("don", "t").
std::vector<std::string_view> english_stop_words();

// The words of `choice`: none, english, or a file with one word per line, where lines that begin
// with # are comments. They are cut and lower-cased as texts are; sorted, without duplicates.
// Error{environment} for a file that cannot be read.
std::vector<std::string> stop_words(const std::string& choice);

}  // namespace clade

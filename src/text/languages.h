// The languages that clade can be told of: for stemming, for stop words, or both.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.h"

namespace clade::detail {

struct Language {
  std::string_view name;        // "german"
  std::string_view code;        // ISO 639: "de"; "" where there is none
  std::string_view stop_words;  // separated by blanks; "" where clade has none
};

// By name. Snowball has a stemmer for each.
std::span<const Language> languages();

// The language with this name or code; nothing where there is none.
const Language* find_language(std::string_view word);

// Names of all languages, or of those with stop words.
std::vector<std::string> language_names();
std::vector<std::string> languages_with_stop_words();

// For `stemmer`: "" for none and for languages, else what was expected.
std::string stemmer_problem(std::string_view word);
inline constexpr TextRule stemmer_rule{stemmer_problem, "none or a language"};

}  // namespace clade::detail

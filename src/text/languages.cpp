#include "text/languages.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "text/stop_word_lists.h"

namespace clade::detail {

namespace {

constexpr std::array all_languages{Language{"arabic", "ar", stop_word_lists::arabic},
                                   Language{"armenian", "hy", ""},
                                   Language{"basque", "eu", ""},
                                   Language{"catalan", "ca", stop_word_lists::catalan},
                                   Language{"danish", "da", stop_word_lists::danish},
                                   Language{"dutch", "nl", stop_word_lists::dutch},
                                   Language{"english", "en", stop_word_lists::english},
                                   Language{"finnish", "fi", stop_word_lists::finnish},
                                   Language{"french", "fr", stop_word_lists::french},
                                   Language{"german", "de", stop_word_lists::german},
                                   Language{"greek", "el", stop_word_lists::greek},
                                   Language{"hindi", "hi", ""},
                                   Language{"hungarian", "hu", stop_word_lists::hungarian},
                                   Language{"indonesian", "id", stop_word_lists::indonesian},
                                   Language{"irish", "ga", ""},
                                   Language{"italian", "it", stop_word_lists::italian},
                                   Language{"lithuanian", "lt", ""},
                                   Language{"nepali", "ne", ""},
                                   Language{"norwegian", "no", stop_word_lists::norwegian},
                                   Language{"porter", "", ""},  // English as Porter stemmed it
                                   Language{"portuguese", "pt", stop_word_lists::portuguese},
                                   Language{"romanian", "ro", stop_word_lists::romanian},
                                   Language{"russian", "ru", stop_word_lists::russian},
                                   Language{"serbian", "sr", ""},
                                   Language{"spanish", "es", stop_word_lists::spanish},
                                   Language{"swedish", "sv", stop_word_lists::swedish},
                                   Language{"tamil", "ta", ""},
                                   Language{"turkish", "tr", stop_word_lists::turkish},
                                   Language{"yiddish", "yi", ""}};

}  // namespace

std::span<const Language> languages() { return all_languages; }

const Language* find_language(std::string_view word) {
  const auto found =
      std::find_if(all_languages.begin(), all_languages.end(), [word](const Language& language) {
        return language.name == word || (!word.empty() && language.code == word);
      });
  return found == all_languages.end() ? nullptr : &*found;
}

std::vector<std::string> language_names() {
  std::vector<std::string> names;
  for (const Language& language : all_languages) names.emplace_back(language.name);
  return names;
}

std::vector<std::string> languages_with_stop_words() {
  std::vector<std::string> names;
  for (const Language& language : all_languages) {
    if (!language.stop_words.empty()) names.emplace_back(language.name);
  }
  return names;
}

std::string stemmer_problem(std::string_view word) {
  if (word == "none" || find_language(word) != nullptr) return "";
  std::vector<std::string> known = language_names();
  known.emplace_back("none");
  const std::string nearest = did_you_mean(word, known);
  return "expected none or one of " + join(language_names(), ", ") + nearest;
}

}  // namespace clade::detail

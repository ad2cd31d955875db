#include "text/stop_words.h"

#include <algorithm>
#include <filesystem>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "text/languages.h"
#include "text/tokenizer.h"

namespace clade::detail {

namespace {

void add_words(std::string_view line, std::vector<std::string>& words) {
  for (WordReader reader(line); reader.next();) words.emplace_back(reader.word());
}

std::string_view list_of(const Language& language) {
  if (language.stop_words.empty()) {
    fail_parameter("stopwords",
                   "clade has no stop words for {}: expected {}, or a file with one word per "
                   "line",
                   language.name, join(languages_with_stop_words(), ", "));
  }
  return language.stop_words;
}

std::vector<std::string> words_of_file(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    std::vector<std::string> known = languages_with_stop_words();
    const std::string list = join(known, ", ");
    known.emplace_back("none");
    fail_parameter(ErrorKind::environment, "stopwords",
                   "expected none, a language ({}), or a file with one word per line; there is "
                   "no file {}{}",
                   list, quoted(file), did_you_mean(file, known));
  }
  const std::string text = read_text(file);
  std::vector<std::string> words;
  for (const std::string_view line : split(text, '\n')) {
    if (!trim(line).starts_with('#')) add_words(line, words);
  }
  return words;
}

}  // namespace

std::vector<std::string> stop_words(const std::string& choice) {
  std::vector<std::string> words;
  if (const Language* language = find_language(choice); language != nullptr) {
    add_words(list_of(*language), words);
  } else if (choice != "none") {
    words = words_of_file(choice);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace clade::detail

#include "text/stop_words.h"

#include <algorithm>
#include <filesystem>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "text/tokenizer.h"

namespace clade {

namespace {

constexpr std::string_view english =
    // Articles and words that point.
    "a an the this that these those such same other others another "
    // Pronouns.
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his "
    "himself she her hers herself it its itself they them their theirs themselves one ones "
    "oneself someone somebody something anyone anybody anything everyone everybody everything "
    "nobody nothing none who whom whose which what whoever whatever whichever "
    // Prepositions.
    "about above across after against along alongside among amongst around as at before behind "
    "below beneath beside besides between beyond by concerning despite down during except for "
    "from in inside into like near of off on onto out outside over per regarding since through "
    "throughout till to toward towards under underneath until unto up upon via with within "
    "without "
    // Conjunctions.
    "and but or nor so yet if unless because although though while whilst whereas whether than "
    "then either neither both lest hence thus therefore however moreover furthermore "
    "nevertheless nonetheless otherwise meanwhile "
    // Auxiliary verbs with their forms.
    "am is are was were be been being have has had having do does did doing done can could may "
    "might must shall should will would ought cannot let lets get gets got getting used "
    // What an apostrophe leaves of contractions.
    "s t d m ll re ve don doesn didn isn aren wasn weren haven hasn hadn couldn shouldn wouldn "
    "mustn mightn needn shan won ain o "
    // Questions and places.
    "when where why how whenever wherever here there everywhere somewhere anywhere nowhere "
    "elsewhere thereby therein thereof whereby wherein hereby herein "
    // Quantifiers.
    "all any each every few fewer less least many more most much several some enough own no not "
    "only "
    // Common adverbs.
    "again ago almost already also altogether always anyhow anyway away back even ever forth "
    "further indeed instead just maybe mostly mainly namely never now often once perhaps quite "
    "rather really seldom simply sometimes somewhat soon still together too twice very well "
    "else especially etc";

void add_words(std::string_view line, std::vector<std::string>& words) {
  for (WordReader reader(line); reader.next();) words.emplace_back(reader.word());
}

std::vector<std::string> words_of_file(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    const std::vector<std::string> known{"none", "english"};
    fail(ErrorKind::environment,
         "--stopwords: expected none, english, or a file with one word per line; there is no file "
         "{}{}",
         quoted(file), did_you_mean(file, known));
  }
  const std::string text = read_text(file);
  std::vector<std::string> words;
  for (const std::string_view line : split(text, '\n')) {
    if (!trim(line).starts_with('#')) add_words(line, words);
  }
  return words;
}

}  // namespace

std::vector<std::string_view> english_stop_words() { return split(english, ' '); }

std::vector<std::string> stop_words(const std::string& choice) {
  std::vector<std::string> words;
  if (choice == "english") {
    add_words(english, words);
  } else if (choice != "none") {
    words = words_of_file(choice);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace clade

#include "text/word_analyzer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "clade/feature_names.h"
#include "text/tokenizer.h"

namespace clade {

namespace {

class WordAnalyzer final : public TextAnalyzer {
 public:
  explicit WordAnalyzer(const WordRules& rules)
      : min_characters_(static_cast<std::size_t>(rules.min_word_length)),
        hash_bits_(rules.hash_bits) {
    for (const std::string& word : rules.stopwords) {
      stopwords_.add(FeatureNames::term_mark, word);
      longest_stopword_ = std::max(longest_stopword_, word.size());
    }
  }

  void analyze(std::string_view text, TermSink& out) const override {
    for (WordReader reader(text); reader.next();) {
      if (reader.characters() >= min_characters_ && !is_stopword(reader.word())) {
        out.term(reader.word());
      }
    }
  }
  int hash_bits() const override { return hash_bits_; }

 private:
  bool is_stopword(std::string_view word) const {
    return word.size() <= longest_stopword_ &&
           stopwords_.find(FeatureNames::term_mark, word) != FeatureNames::unknown;
  }

  FeatureNames stopwords_;  // a set of words, here
  std::size_t longest_stopword_ = 0;
  std::size_t min_characters_;
  int hash_bits_;
};

}  // namespace

std::unique_ptr<TextAnalyzer> make_word_analyzer(const WordRules& rules) {
  return std::make_unique<WordAnalyzer>(rules);
}

}  // namespace clade

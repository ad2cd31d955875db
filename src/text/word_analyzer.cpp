#include "text/word_analyzer.h"

#include <bitset>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "clade/feature_names.h"
#include "text/tokenizer.h"

namespace clade {

namespace {

class WordAnalyzer final : public TextAnalyzer {
 public:
  explicit WordAnalyzer(const WordRules& rules)
      : min_characters_(static_cast<std::size_t>(rules.min_word_length)),
        ngrams_(static_cast<std::size_t>(rules.ngrams)),
        hash_bits_(rules.hash_bits) {
    for (const std::string& word : rules.stopwords) {
      stopwords_.add(FeatureNames::term_mark, word);
      if (!word.empty()) may_be_stopword_.set(shape(word));
    }
  }

  void analyze(std::string_view text, TermSink& out) const override {
    if (ngrams_ > 1) {
      analyze_runs(text, out);
      return;
    }
    for (WordReader reader(text); reader.next();) {
      if (counts(reader)) out.term(reader.word());
    }
  }
  int hash_bits() const override { return hash_bits_; }

 private:
  static constexpr std::size_t shapes = 8192;

  // What is quickly seen of a word: its length and its outer letters.
  static std::size_t shape(std::string_view word) {
    const std::size_t first = static_cast<unsigned char>(word.front());
    const std::size_t last = static_cast<unsigned char>(word.back());
    return (first * 7 + last * 225 + word.size() * 32) % shapes;
  }
  bool counts(const WordReader& reader) const {
    return reader.characters() >= min_characters_ && !is_stopword(reader.word());
  }

  // `last` holds the last words, a space behind each: every run that ends with the newest one is an
  // end of it.
  void analyze_runs(std::string_view text, TermSink& out) const {
    std::string last;
    std::deque<std::size_t> sizes;  // of the words in `last`, with their spaces
    for (WordReader reader(text); reader.next();) {
      if (!counts(reader)) continue;
      if (sizes.size() == ngrams_) {
        last.erase(0, sizes.front());
        sizes.pop_front();
      }
      last.append(reader.word()) += ' ';
      sizes.push_back(reader.word().size() + 1);
      std::size_t length = 0;
      for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
        length += *size;
        out.term(std::string_view(last).substr(last.size() - length, length - 1));
      }
    }
  }

  bool is_stopword(std::string_view word) const {
    return may_be_stopword_.test(shape(word)) &&
           stopwords_.find(FeatureNames::term_mark, word) != FeatureNames::unknown;
  }

  FeatureNames stopwords_;               // a set of words, here
  std::bitset<shapes> may_be_stopword_;  // by shape
  std::size_t min_characters_, ngrams_;
  int hash_bits_;
};

}  // namespace

std::unique_ptr<TextAnalyzer> make_word_analyzer(const WordRules& rules) {
  return std::make_unique<WordAnalyzer>(rules);
}

}  // namespace clade

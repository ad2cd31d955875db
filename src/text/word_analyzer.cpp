#include "text/word_analyzer.h"

#include <bitset>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "data/feature_names.h"
#include "text/languages.h"
#include "text/stemmer.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

namespace clade::detail {

namespace {

class StopWordSet {
 public:
  explicit StopWordSet(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      words_.add(FeatureNames::term_mark, word);
      if (!word.empty()) may_be_one_.set(shape(word));
    }
  }
  bool has(std::string_view word) const {
    return may_be_one_.test(shape(word)) &&
           words_.find(FeatureNames::term_mark, word) != FeatureNames::unknown;
  }

 private:
  static constexpr std::size_t shapes = 8192;

  // What is quickly seen of a word: its length and its outer letters.
  static std::size_t shape(std::string_view word) {
    const std::size_t first = static_cast<unsigned char>(word.front());
    const std::size_t last = static_cast<unsigned char>(word.back());
    return (first * 7 + last * 225 + word.size() * 32) % shapes;
  }

  FeatureNames words_;              // a set of words, here
  std::bitset<shapes> may_be_one_;  // by shape
};

// Every run of neighbouring words that ends with the newest one.
class WordRuns {
 public:
  explicit WordRuns(std::size_t longest) : longest_(longest) {}

  void add(std::string_view word, TermSink& out) {
    if (longest_ == 0) return;
    if (sizes_.size() == longest_) {
      last_.erase(0, sizes_.front());
      sizes_.pop_front();
    }
    last_.append(word) += ' ';
    sizes_.push_back(word.size() + 1);
    std::size_t length = 0;
    for (auto size = sizes_.rbegin(); size != sizes_.rend(); ++size) {
      length += *size;
      out.term(std::string_view(last_).substr(last_.size() - length, length - 1));
    }
  }

 private:
  std::size_t longest_;
  std::string last_;               // the last words, a space behind each
  std::deque<std::size_t> sizes_;  // of the words in `last_`, with their spaces
};

// A pair of characters of a script without spaces: it has no stem, and is a run of characters
// already.
bool is_pair(std::string_view word) {
  return static_cast<unsigned char>(word.front()) >= 0x80 &&
         first_character(word).kind == CharacterKind::unspaced;
}

// In Turkish the small letter of I is the dotless one. (That of the dotted capital is i
// everywhere.)
std::string_view with_dotless_i(std::string_view text, std::string& out) {
  if (text.find('I') == std::string_view::npos) return text;
  out.clear();
  for (const char c : text) {
    if (c == 'I') {
      out += "\xc4\xb1";
    } else {
      out += c;
    }
  }
  return out;
}

class WordAnalyzer final : public TextAnalyzer {
 public:
  explicit WordAnalyzer(const WordRules& rules)
      : stopwords_(rules.stopwords),
        min_characters_(static_cast<std::size_t>(rules.min_word_length)),
        ngrams_(static_cast<std::size_t>(rules.ngrams)),
        char_ngrams_(rules.char_ngrams),
        hash_bits_(rules.hash_bits) {
    const Language* language = find_language(rules.stemmer);
    if (language == nullptr) return;
    stemmers_ = std::make_unique<StemmerPool>(language->name);
    is_turkish_ = language->name == "turkish";
  }

  void analyze(std::string_view text, TermSink& out) const override {
    if (stemmers_ != nullptr) {
      std::string dotless;
      if (is_turkish_) text = with_dotless_i(text, dotless);
      const StemmerPool::Loan loan(*stemmers_);
      analyze(text, out, [&loan](std::string_view word) { return (*loan).stem(word); });
    } else if (ngrams_ == 1 && !char_ngrams_) {
      for (WordReader reader(text); reader.next();) {
        if (counts(reader)) out.term(reader.word());
      }
    } else {
      analyze(text, out, [](std::string_view word) { return word; });
    }
  }
  int hash_bits() const override { return hash_bits_; }

 private:
  bool counts(const WordReader& reader) const {
    return reader.characters() >= min_characters_ && !stopwords_.has(reader.word());
  }

  template <class Stem>
  void analyze(std::string_view text, TermSink& out, const Stem& stem) const {
    WordRuns runs(ngrams_);
    std::optional<CharNgrams> characters;
    if (char_ngrams_) characters.emplace(*char_ngrams_, ngrams_ == 0);
    for (WordReader reader(text); reader.next();) {
      if (!counts(reader)) continue;
      const bool has_parts = !is_pair(reader.word());
      if (characters && has_parts) characters->give(reader.word(), out);
      if (ngrams_ == 0 && !has_parts) out.term(reader.word());
      runs.add(has_parts ? stem(reader.word()) : reader.word(), out);
    }
  }

  StopWordSet stopwords_;
  std::size_t min_characters_, ngrams_;
  std::optional<CharNgramRange> char_ngrams_;
  int hash_bits_;
  std::unique_ptr<StemmerPool> stemmers_;  // null: words stay as they are
  bool is_turkish_ = false;
};

}  // namespace

std::unique_ptr<TextAnalyzer> make_word_analyzer(const WordRules& rules) {
  return std::make_unique<WordAnalyzer>(rules);
}

}  // namespace clade::detail

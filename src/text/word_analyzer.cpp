#include "text/word_analyzer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "data/term_key.h"
#include "text/languages.h"
#include "text/stemmer.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

namespace clade::detail {

namespace {

// A small table of keys. Most words of most texts are looked for here, so what is looked at fits
// into the first cache: a byte for each slot, and the keys.
class StopWordSet {
 public:
  explicit StopWordSet(const std::vector<std::string>& words) : keys_(1) {
    for (const std::string& word : words) {
      const TermKey key = TermKey::of(word);
      if (key.is_long || keys_.size() == most_keys) {
        others_.insert(word);
        continue;
      }
      std::size_t at = key.hash() % slots_.size();
      while (slots_[at] != 0) at = (at + 1) % slots_.size();
      slots_[at] = static_cast<std::uint16_t>(keys_.size());
      keys_.push_back(key);
    }
  }
  bool has(std::string_view word, const TermKey& key) const {
    if (!key.is_long) {
      for (std::size_t at = key.hash() % slots_.size(); slots_[at] != 0;
           at = (at + 1) % slots_.size()) {
        const TermKey& known = keys_[slots_[at]];
        if (known.first == key.first && known.next == key.next) return true;
      }
      if (keys_.size() < most_keys) return false;
    }
    return !others_.empty() && others_.find(word) != others_.end();
  }

 private:
  static constexpr std::size_t most_keys = 2048;

  std::array<std::uint16_t, 4 * most_keys> slots_{};  // the number of a key; 0 is free
  std::vector<TermKey> keys_;                         // the first is none
  std::set<std::string, std::less<>> others_;         // long words, and more than there is room for
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

// The same for a sink that gives terms numbers.
class NumberedRuns {
 public:
  NumberedRuns(std::size_t longest, TermNumbers& out)
      : longest_(longest), out_(out), before_(longest) {}

  void add(std::string_view word, const TermKey& key) {
    if (longest_ == 0) return;
    const std::uint32_t number = out_.keyed_word(word, key);
    // before_[k] is the run of k + 1 words that ends with the word before this one; a run of one
    // word more comes of it.
    std::uint32_t longer = number;
    const std::size_t runs = std::min(known_, longest_ - 1);
    for (std::size_t k = 0; k < runs; ++k) {
      const std::uint32_t run = out_.run(before_[k], number);
      before_[k] = longer;
      longer = run;
    }
    if (runs < longest_) before_[runs] = longer;
    known_ = std::min(known_ + 1, longest_);
  }

 private:
  std::size_t longest_;
  TermNumbers& out_;
  std::vector<std::uint32_t> before_;
  std::size_t known_ = 0;  // of before_
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
        const TermKey key = TermKey::of_padded(reader.word());
        if (counts(reader, key)) out.keyed_term(reader.word(), key);
      }
    } else {
      analyze(text, out, AsTheyAre());
    }
  }
  int hash_bits() const override { return hash_bits_; }

 private:
  struct AsTheyAre {};  // in place of a stemmer

  bool counts(const WordReader& reader, const TermKey& key) const {
    return reader.characters() >= min_characters_ && !stopwords_.has(reader.word(), key);
  }

  template <class Stem>
  void analyze(std::string_view text, TermSink& out, const Stem& stem) const {
    if (TermNumbers* numbers = out.numbers()) {
      NumberedRuns runs(ngrams_, *numbers);
      analyze(text, out, stem,
              [&runs](std::string_view word, const TermKey& key) { runs.add(word, key); });
    } else {
      WordRuns runs(ngrams_);
      analyze(text, out, stem, [&](std::string_view word, const TermKey&) { runs.add(word, out); });
    }
  }

  template <class Stem, class Add>
  void analyze(std::string_view text, TermSink& out, const Stem& stem, const Add& add) const {
    std::optional<CharNgrams> characters;
    if (char_ngrams_) characters.emplace(*char_ngrams_, ngrams_ == 0);
    for (WordReader reader(text); reader.next();) {
      const std::string_view word = reader.word();
      const TermKey key = TermKey::of_padded(word);
      if (!counts(reader, key)) continue;
      const bool has_parts = !is_pair(word);
      if (characters && has_parts) characters->give(word, out);
      if (ngrams_ == 0 && !has_parts) out.keyed_term(word, key);
      if constexpr (std::is_same_v<Stem, AsTheyAre>) {
        add(word, key);
      } else {
        const std::string_view stemmed = has_parts ? stem(word) : word;
        add(stemmed, has_parts ? TermKey::of(stemmed) : key);
      }
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

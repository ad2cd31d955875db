#include "text/stemmer.h"

#include <cstring>
#include <new>
#include <utility>

#include "base/fail.h"
#include "data/text_analyzer.h"

#ifdef CLADE_HAS_STEMMER
#include <libstemmer.h>
#endif

namespace clade::detail {

#ifdef CLADE_HAS_STEMMER

namespace {

sb_stemmer* make(std::string_view language) {
  sb_stemmer* stemmer = sb_stemmer_new(std::string(language).c_str(), nullptr);
  if (stemmer == nullptr) {
    fail_parameter(ErrorKind::environment, "stemmer",
                   "the libstemmer of this machine has none for '{}'", language);
  }
  return stemmer;
}

std::string_view stem_of(sb_stemmer* stemmer, std::string_view word) {
  const auto* stem = sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()),
                                     static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer))};
}

}  // namespace

bool knows_stemmers() { return true; }
void Stemmer::Free::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

#else

namespace {

sb_stemmer* make(std::string_view language) {
  fail_parameter(ErrorKind::environment, "stemmer",
                 "'{}' needs libstemmer, and this clade was built without it (Debian: "
                 "libstemmer-dev)",
                 language);
}
std::string_view stem_of(sb_stemmer*, std::string_view word) { return word; }

}  // namespace

bool knows_stemmers() { return false; }
void Stemmer::Free::operator()(sb_stemmer*) const {}

#endif

namespace {

// Romanian has two ways to write s and t with a mark below: the comma of today's spelling, and the
// cedilla of old code pages, which is the one that Snowball's rules are written in.
std::string_view with_cedillas(std::string_view word, std::string& out) {
  out.assign(word);
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    if (out[i] != '\xc8' || (out[i + 1] != '\x99' && out[i + 1] != '\x9b')) continue;
    out[i + 1] = out[i + 1] == '\x99' ? '\x9f' : '\xa3';
    out[i] = '\xc5';
  }
  return out;
}

}  // namespace

bool Stemmer::Known::is(std::string_view other) const {
  return other.size() == word_size && std::memcmp(word.data(), other.data(), word_size) == 0;
}

void Stemmer::Known::set(std::string_view of_word, std::string_view to_stem) {
  word_size = static_cast<std::uint8_t>(of_word.size());
  stem_size = static_cast<std::uint8_t>(to_stem.size());
  std::memcpy(word.data(), of_word.data(), of_word.size());
  std::memcpy(stem.data(), to_stem.data(), to_stem.size());
}

Stemmer::Stemmer(std::string_view language)
    : stemmer_(make(language)), known_(1 << 14), is_romanian_(language == "romanian") {}

std::string_view Stemmer::stem(std::string_view word) {
  if (word.empty() || word.size() > Known::longest) return compute(word);
  Known& known = known_[term_hash(word) % known_.size()];
  if (!known.is(word)) {
    const std::string_view stem = compute(word);
    if (stem.size() > Known::longest) return stem;
    known.set(word, stem);
  }
  return {known.stem.data(), known.stem_size};
}

std::string_view Stemmer::compute(std::string_view word) {
  if (is_romanian_) word = with_cedillas(word, spelled_);
  const std::string_view stem = stem_of(stemmer_.get(), word);
  return stem.empty() ? word : stem;
}

StemmerPool::StemmerPool(std::string_view language) : language_(language) {
  idle_.push_back(std::make_unique<Stemmer>(language_));
}

std::unique_ptr<Stemmer> StemmerPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Stemmer> stemmer = std::move(idle_.back());
      idle_.pop_back();
      return stemmer;
    }
  }
  return std::make_unique<Stemmer>(language_);
}

void StemmerPool::give_back(std::unique_ptr<Stemmer> stemmer) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(stemmer));
}

}  // namespace clade::detail

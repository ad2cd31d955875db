// Words to their stems, by the Snowball stemmers. The one place that knows libstemmer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace clade::detail {

bool knows_stemmers();  // whether libstemmer is there

// One thread at a time. Words that come often, as most words of a text do, are remembered: looking
// one up takes a tenth of the time of stemming it.
class Stemmer {
 public:
  // Error{environment} where the build has no stemmers, or libstemmer none for this language.
  explicit Stemmer(std::string_view language);

  // The stem of a word in UTF-8, lower case; valid until the next call. Never empty.
  std::string_view stem(std::string_view word);

 private:
  struct Free {
    void operator()(sb_stemmer* stemmer) const;
  };
  // A word and its stem where both are short: longer words are rare, and stemmed each time.
  struct Known {
    static constexpr std::size_t longest = 31;
    std::uint8_t word_size = 0, stem_size = 0;  // 0: nothing is known
    std::array<char, longest> word, stem;

    bool is(std::string_view other) const;
    void set(std::string_view of_word, std::string_view to_stem);
  };

  std::string_view compute(std::string_view word);

  std::unique_ptr<sb_stemmer, Free> stemmer_;
  std::vector<Known> known_;  // by the hash of the word
  std::string spelled_;
  bool is_romanian_;
};

// Stemmers of one language for any number of threads: each borrows one for a while.
class StemmerPool {
 public:
  // Error{environment} as above: it is seen here, not when the first text comes.
  explicit StemmerPool(std::string_view language);

  // Gives its stemmer back when it goes.
  class Loan {
   public:
    explicit Loan(StemmerPool& pool) : pool_(pool), stemmer_(pool.take()) {}
    ~Loan() { pool_.give_back(std::move(stemmer_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Stemmer& operator*() const { return *stemmer_; }

   private:
    StemmerPool& pool_;
    std::unique_ptr<Stemmer> stemmer_;
  };

 private:
  std::unique_ptr<Stemmer> take();
  void give_back(std::unique_ptr<Stemmer> stemmer);

  std::string language_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Stemmer>> idle_;
};

}  // namespace clade::detail

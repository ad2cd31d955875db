// How readers turn a text into terms without knowing about words.
#pragma once

#include <cstdint>
#include <string_view>

namespace clade::detail {

struct TermKey;

// Receives the terms of a text, one call each; the view is valid during the call.
struct TermSink {
  virtual ~TermSink() = default;
  virtual void term(std::string_view term) = 0;
  // The same for whoever has made the term's key already.
  virtual void keyed_term(std::string_view term, const TermKey& /*key*/) { this->term(term); }
  // Another way to give terms, or null.
  virtual struct TermNumbers* numbers() { return nullptr; }
};

// Gives every term a number, so that a run of words is told by numbers: its letters are put
// together once for a new run, not each time that it comes. Numbers hold for one sink.
struct TermNumbers {
  virtual ~TermNumbers() = default;
  // A term without a blank.
  virtual std::uint32_t keyed_word(std::string_view word, const TermKey& key) = 0;
  // The run that is told by a word, or a shorter run, and the word that comes behind it.
  virtual std::uint32_t run(std::uint32_t before, std::uint32_t last) = 0;
};

// Thread safe: one analyzer serves all blocks. Any bytes are accepted; invalid UTF-8 separates.
struct TextAnalyzer {
  virtual ~TextAnalyzer() = default;
  virtual void analyze(std::string_view text, TermSink& out) const = 0;
  // Above 0: a term's index is hashed_term_index(term, bits), and no name is kept.
  virtual int hash_bits() const { return 0; }
};

// The same on every machine.
std::uint64_t term_hash(std::string_view term);

// Hashed terms lie above every index that FeatureNames gives, so that named features can stand
// beside them, and end below FeatureNames::unknown for up to 30 bits.
inline constexpr std::uint32_t first_hashed_index = (std::uint32_t{3} << 30) - 1;
std::uint32_t hashed_term_index(std::string_view term, int bits);

}  // namespace clade::detail

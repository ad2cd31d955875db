// From counts and numbers to the values that a learner sees: pruning, weighting, scale, length.
// Fitted on the training part, kept in the model, applied to everything after.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/communicator.h"
#include "base/params.h"
#include "base/threads.h"
#include "clade/reporter.h"
#include "data/feature_names.h"
#include "data/fields.h"
#include "data/records.h"
#include "data/text_analyzer.h"
#include "text/char_ngrams.h"
#include "text/count_weights.h"
#include "text/counts.h"
#include "text/languages.h"
#include "text/scaling.h"
#include "text/weighting.h"

namespace clade::detail {

struct TextParams {
  std::string stopwords = "none";  // none | a language | a file with one word per line
  std::string stemmer = "none";    // none | a language
  int min_word_length = 1;         // in characters
  std::optional<int> ngrams;       // runs of up to so many words are terms; empty: auto
  std::string char_ngrams = "auto";
  std::optional<double> ngram_weight, char_weight;  // of runs beside words; empty: auto, 1
  std::optional<int> min_df;                        // empty: auto, see text/open_options.h
  std::string max_df = "none";
  Weighting weighting = Weighting::automatic;
  Normalize normalize = Normalize::automatic;
  int hash = 0;
  ScalingParams numbers;

  static constexpr auto fields();  // see the bottom of this file
};

// Immutable once fitted; safe to use from several threads.
class Vectoriser {
 public:
  // What is kept of fitting.
  struct Fitted {
    // With `auto` filled in; a file of stop words is called "file", as no path belongs in a model.
    TextParams params;
    std::vector<std::string> stopwords;  // sorted; the words themselves, so that no file is needed
    FeatureNames names;                  // of the kept features, numbered anew
    CountedFeatures counted = CountedFeatures::none;
    std::vector<std::uint32_t> features;  // counted and kept, sorted; other counted ones drop out
    std::vector<double> factors;  // the idf of each of `features`, times its weight; empty: all 1
    FeatureScaling scaling;       // of numeric features; empty: they stay as they are
    FieldOptions places;          // so that whoever reads more need not be told
  };

  // Fits on training records and transforms them in place: counted features in fewer than min_df
  // records, or more than max_df, are dropped, counts are weighted, numeric features scaled,
  // missing values replaced and rows scaled; `names` gets the kept ones only, numbered anew in the
  // same order. Error{input} for a negative count and for a missing value that is refused. Warns
  // where no term is left.
  // Rows are changed on all cores of the pool where there is one. Where every rank has some of the
  // records, with the same names, all ranks fit the same one.
  static Vectoriser fit(const TextParams& params, Records& records, Reporter& reporter,
                        ThreadPool* pool = nullptr, Communicator& peers = single_rank());
  explicit Vectoriser(Fitted fitted);

  // The same for further records, which were read with this analyzer and behind these names
  // (ReadOptions::first_names). What was fitted stays; a counted feature that is new is kept where
  // min_df and no more than max_df of these records have it, and these alone give its factor, as
  // they give the scale of a new numeric feature.
  Vectoriser extended(Records& records, ThreadPool* pool = nullptr) const;

  // The same treatment for new records, which were read with this analyzer and these names. Error
  // {input} for a negative count, or a missing value that is refused: then the records are
  // unchanged.
  void transform(Records& records, ThreadPool* pool = nullptr) const;

  // The same, for records whose fields stand there.
  Vectoriser with_places(FieldOptions places) &&;

  const Fitted& fitted() const { return fitted_; }
  std::unique_ptr<TextAnalyzer> analyzer() const;

 private:
  static Vectoriser fit_on(Fitted fitted, Records& records, ThreadPool* pool, Communicator& peers);
  static Vectoriser fit_numbers(Fitted fitted, Records& records, ThreadPool* pool);
  template <class Real>
  void transform(SparseRows<Real>& rows, bool has_missing, ThreadPool* pool) const;

  Fitted fitted_;
  CountWeights counts_;
  RowScaler scaler_;
};

// Warns where rows keep a length far from 1: the default C is meant for that length, and the best
// one moves with its square.
void warn_about_length(const Vectoriser& vectoriser, const Records& records, Reporter& reporter);

// Warns where one feature, such as a number of a product, is nearly all that most rows are.
void warn_of_dominant_feature(const Vectoriser& vectoriser, const Records& records,
                              Reporter& reporter);

// What is known before the records are: `auto` filled in, with this weighting for texts, and the
// stop words.
Vectoriser::Fitted begin_fit(const TextParams& params, bool has_terms, Weighting of_text);

// The analyzer for reading training data. Error{environment} for a stop word file or a stemmer that
// is missing, Error{usage} for `ngrams=0` without runs of characters.
std::unique_ptr<TextAnalyzer> make_analyzer(const TextParams& params);

inline constexpr NumberRule hash_bits_rule{[](double v) { return v == 0 || (v >= 8 && v <= 30); },
                                           "0, or a whole number of bits from 8 to 30"};

inline constexpr NumberRule run_of_words{[](double v) { return v >= 0 && v <= 5; },
                                         "a whole number from 0 to 5, or auto"};
inline constexpr NumberRule weight_or_auto{[](double v) { return v > 0 && v <= 1000; },
                                           "a number above 0, or auto"};
inline constexpr NumberRule documents_or_auto{[](double v) { return v >= 1; },
                                              "a whole number of at least 1, or auto"};

constexpr auto TextParams::fields() {
  using P = TextParams;
  return std::tuple{
      Field{"stopwords", &P::stopwords, any_text,
            "words to leave out: those of a language such as english or german, or of a file with "
            "one word per line"},
      Field{"stemmer", &P::stemmer, stemmer_rule,
            "cut words down to their stems by the rules of this language, such as english or de"},
      Field{"min_word_length", &P::min_word_length, at_least_one,
            "characters that a word needs to count"},
      Field{"ngrams", &P::ngrams, run_of_words,
            "terms are words and runs of up to this many neighbouring words that count; 0: no "
            "words, only `char_ngrams`; auto: 1, and 2 for method clade"},
      Field{"char_ngrams", &P::char_ngrams, char_ngrams_rule,
            "runs of so many characters of a word are terms, too; its boundaries count as "
            "characters; auto: none, and 3-4 for method clade where documents are short"},
      Field{"ngram_weight", &P::ngram_weight, weight_or_auto,
            "how much a run of words counts beside a word; auto: 1, and 0.6 for method clade"},
      Field{"char_weight", &P::char_weight, weight_or_auto,
            "how much a run of characters counts beside a word; auto: 1, and 0.3 for method clade"},
      Field{"min_df", &P::min_df, documents_or_auto,
            "training documents that a term needs to be in to count; auto: 2, and 1 for the single "
            "words of method clade"},
      Field{"max_df", &P::max_df, max_df_rule,
            "leave out words of more training documents than this share or number of them"},
      PlainField{"weighting", &P::weighting,
                 "of counts: log-tfidf is (1 + ln tf) idf; auto: log-tfidf for text, none for "
                 "numbers"},
      PlainField{"normalize", &P::normalize,
                 "unit: scale every row to length 1; auto: unit for text, none for numbers"},
      Field{"hash", &P::hash, hash_bits_rule,
            "hash words to this many bits instead of keeping a vocabulary; 0: keep one"},
      Nested{&P::numbers}};
}

}  // namespace clade::detail

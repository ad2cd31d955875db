#include "text/vectoriser.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "text/counts.h"
#include "text/stop_words.h"
#include "text/word_analyzer.h"

namespace clade::detail {

namespace {

// A language by its name, also where it was given by its code.
std::string settled(const std::string& choice) {
  const Language* language = find_language(choice);
  return language == nullptr ? choice : std::string(language->name);
}

// A file's path says nothing to whoever uses the model later: its words are in there.
std::string stopword_choice(const std::string& choice) {
  return choice == "none" || find_language(choice) != nullptr ? settled(choice) : "file";
}

WordRules word_rules(const TextParams& params, std::vector<std::string> stopwords) {
  return {std::move(stopwords), params.min_word_length, params.ngrams.value_or(1),
          params.hash,          params.stemmer,         parse_char_ngrams(params.char_ngrams)};
}

}  // namespace

Vectoriser::Fitted begin_fit(const TextParams& params, bool has_terms, Weighting of_text) {
  Vectoriser::Fitted fitted;
  fitted.params = params;
  fitted.params.stopwords = stopword_choice(params.stopwords);
  fitted.stopwords = stop_words(params.stopwords);
  fitted.params.stemmer = settled(params.stemmer);
  fitted.params.numbers = params.numbers.settled();
  Weighting& weighting = fitted.params.weighting;
  if (weighting == Weighting::automatic) {
    weighting = has_terms ? of_text : Weighting::none;
  }
  Normalize& normalize = fitted.params.normalize;
  if (normalize == Normalize::automatic) {
    normalize = has_terms ? Normalize::unit : Normalize::none;
  }
  fitted.counted = has_terms                      ? CountedFeatures::terms
                   : weighting == Weighting::none ? CountedFeatures::none
                                                  : CountedFeatures::all;
  return fitted;
}

Vectoriser::Vectoriser(Fitted fitted)
    : fitted_(std::move(fitted)),
      counts_({fitted_.params.weighting, fitted_.counted, fitted_.params.hash}, fitted_.features,
              fitted_.factors, fitted_.names.size()),
      scaler_(fitted_.params.numbers, fitted_.scaling) {}

Vectoriser Vectoriser::with_places(FieldOptions places) && {
  fitted_.places = std::move(places);
  return std::move(*this);
}

void Vectoriser::transform(Records& records, ThreadPool* pool) const {
  const bool has_missing = !records.missing.empty();
  if (has_missing && fitted_.params.numbers.missing == Missing::error) {
    refuse_missing(records, fitted_.names);
  }
  if (fitted_.counted == CountedFeatures::all) {
    check_counts(records, fitted_.names, fitted_.params.weighting);
  }
  std::visit([&](auto& rows) { transform(rows, has_missing, pool); }, records.rows);
}

// A row has length 1 at the very end.
template <class Real>
void Vectoriser::transform(SparseRows<Real>& rows, bool has_missing, ThreadPool* pool) const {
  const bool to_unit = fitted_.params.normalize == Normalize::unit;
  const bool scales = has_missing || !fitted_.scaling.empty();
  if (fitted_.counted != CountedFeatures::none || (to_unit && !scales)) {
    counts_.apply(rows, to_unit && !scales, pool, [](std::uint32_t index) { return index; });
  }
  if (!scales) return;
  scaler_.apply(rows);
  if (!to_unit) return;
  const auto to_unit_length = [](std::span<BasicFeature<Real>> row) {
    scale_to_unit_length(row);
    return row.size();
  };
  rows.edit_rows(to_unit_length, pool);
}

std::unique_ptr<TextAnalyzer> Vectoriser::analyzer() const {
  return make_word_analyzer(word_rules(fitted_.params, fitted_.stopwords));
}

std::unique_ptr<TextAnalyzer> make_analyzer(const TextParams& params) {
  if (params.ngrams == 0 && !parse_char_ngrams(params.char_ngrams)) {
    fail_parameter("ngrams", "0 leaves no words; give `char_ngrams`, too");
  }
  return make_word_analyzer(word_rules(params, stop_words(params.stopwords)));
}

}  // namespace clade::detail

#include "text/open_options.h"

#include <cmath>
#include <variant>

#include "text/counts.h"

namespace clade::detail {

bool are_counts(const Records& records) {
  return std::visit(
      [](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (const auto& feature : rows.row(i)) {
            if (!(feature.value >= 0 && feature.value == std::floor(feature.value))) return false;
          }
        }
        return true;
      },
      records.rows);
}

TextParams usual_params(TextParams params) {
  if (!params.ngrams) params.ngrams = 1;
  if (params.char_ngrams == "auto") params.char_ngrams = "none";
  if (!params.min_df) params.min_df = 2;
  return params;
}

TextParams adapted_params(TextParams params, const Records& records, Communicator& peers) {
  const bool has_texts = peers.any(has_terms(records, params.hash));
  if (!params.ngrams) params.ngrams = has_texts ? records.adapted->ngrams : 1;
  if (params.char_ngrams == "auto") {
    params.char_ngrams = has_texts ? records.adapted->char_ngrams : "none";
  }
  if (params.numbers.scale == Scale::automatic) params.numbers.scale = scale_for(records, peers);
  // Of hashed terms nobody knows which are words.
  if (params.hash != 0) {
    if (!params.min_df) params.min_df = 2;
  } else if (has_texts) {
    if (!params.ngram_weight && params.ngrams > 1) params.ngram_weight = adapted_ngram_weight;
    if (!params.char_weight && params.char_ngrams != "none" && params.ngrams != 0) {
      params.char_weight = adapted_char_weight;
    }
  }
  if (has_texts) return params;
  if (!params.min_df) params.min_df = 1;
  if (params.numbers.scale != Scale::none) return params;
  const bool has_counts = peers.all(are_counts(records));
  if (params.weighting == Weighting::automatic && has_counts) {
    params.weighting = Weighting::log_tfidf;
  }
  if (params.normalize == Normalize::automatic) params.normalize = Normalize::unit;
  return params;
}

}  // namespace clade::detail

#include "text/open_options.h"

#include <cmath>
#include <unordered_set>
#include <variant>

#include "text/counts.h"

namespace clade::detail {

namespace {

constexpr double dense_from = 0.3;

template <class Real>
ValueProfile profile_of(const SparseRows<Real>& rows) {
  ValueProfile profile;
  profile.are_counts = true;
  std::unordered_set<std::uint32_t> features;
  std::size_t values = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& feature : rows.row(i)) {
      features.insert(feature.index);
      ++values;
      const bool is_count = feature.value >= 0 && feature.value == std::floor(feature.value);
      profile.are_counts = profile.are_counts && is_count;
    }
  }
  profile.features = features.size();
  const double entries = static_cast<double>(features.size()) * static_cast<double>(rows.size());
  profile.density = entries > 0 ? static_cast<double>(values) / entries : 0;
  return profile;
}

}  // namespace

ValueProfile value_profile(const Records& records) {
  return std::visit([](const auto& rows) { return profile_of(rows); }, records.rows);
}

bool is_dense(const ValueProfile& profile) { return profile.density >= dense_from; }

TextParams usual_params(TextParams params) {
  if (!params.ngrams) params.ngrams = 1;
  if (params.char_ngrams == "auto") params.char_ngrams = "none";
  if (!params.min_df) params.min_df = 2;
  return params;
}

TextParams adapted_params(TextParams params, const Records& records) {
  const bool has_texts = has_terms(records, params.hash);
  if (!params.ngrams) params.ngrams = has_texts ? records.adapted->ngrams : 1;
  if (params.char_ngrams == "auto") {
    params.char_ngrams = has_texts ? records.adapted->char_ngrams : "none";
  }
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
  const ValueProfile profile = value_profile(records);
  if (!params.min_df) params.min_df = 1;
  if (is_dense(profile)) return params;
  if (params.weighting == Weighting::automatic && profile.are_counts) {
    params.weighting = Weighting::log_tfidf;
  }
  if (params.normalize == Normalize::automatic) params.normalize = Normalize::unit;
  return params;
}

}  // namespace clade::detail

#include "text/stream_vectoriser.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "text/counts.h"
#include "text/open_options.h"
#include "text/stop_words.h"

namespace clade::detail {

StreamVectoriser::StreamVectoriser(const TextParams& params) : params_(usual_params(params)) {
  if (has_idf(params.weighting)) {
    fail_parameter("weighting",
                   "'{}' needs all records at once, not a stream; use log-tf, tf or binary",
                   enum_name(params.weighting));
  }
  if (params.max_df != "none") {
    fail_parameter("max_df",
                   "a stream does not tell how many records have a word; give a file, or "
                   "`stopwords`");
  }
  const ScalingParams numbers = params.numbers.settled();
  if (numbers.scale != Scale::none) {
    fail_parameter("scale",
                   "'{}' needs all records at once, not a stream; give a file, or take none",
                   enum_name(numbers.scale));
  }
  if (numbers.missing == Missing::mean) {
    fail_parameter("missing",
                   "the mean needs all records at once, not a stream; give a file, or take zero or "
                   "error");
  }
}

StreamVectoriser::StreamVectoriser(const Vectoriser& known)
    : params_(known.fitted().params), fitted_(known.fitted()) {
  if (params_.numbers.needs_numbers()) {
    fail(ErrorKind::usage,
         "-: the model scales its numeric features, or fills them in (`scale={}`, `missing={}`), "
         "which a stream does not tell for new ones; give a file",
         enum_name(params_.numbers.scale), enum_name(params_.numbers.missing));
  }
  if (!fitted_->factors.empty() || has_idf(params_.weighting)) {
    fail(ErrorKind::usage,
         "-: the model weights words by the documents that have them ('{}'), which a stream does "
         "not "
         "tell for new words; give a file",
         enum_name(params_.weighting));
  }
  if (params_.max_df != "none") {
    fail(ErrorKind::usage,
         "-: the model leaves words of too many documents out (`max_df={}`), which a stream does "
         "not tell for new words; give a file",
         params_.max_df);
  }
}

void StreamVectoriser::transform(Records& piece, const FeatureNames& names) {
  if (!fitted_) {
    fitted_ = begin_fit(params_, piece.has_text, Weighting::log_tf);
    if (fitted_->counted != CountedFeatures::none) fitted_->params.min_df = 1;
  }
  if (fitted_->counted == CountedFeatures::all) {
    check_counts(piece, names, fitted_->params.weighting);
  }
  std::visit([&](auto& rows) { transform(rows, names); }, piece.rows);
}

bool StreamVectoriser::is_counted(std::uint32_t index, const FeatureNames& names) const {
  return is_count(index, names, fitted_->counted, fitted_->params.hash);
}

template <class Real>
void StreamVectoriser::transform(SparseRows<Real>& rows, const FeatureNames& names) const {
  const Vectoriser::Fitted& fitted = *fitted_;
  const bool to_unit = fitted.params.normalize == Normalize::unit;
  if (fitted.counted == CountedFeatures::none && !to_unit) return;
  constexpr auto largest = static_cast<double>(std::numeric_limits<Real>::max());
  rows.edit_rows([&](std::span<BasicFeature<Real>> row) {
    for (BasicFeature<Real>& feature : row) {
      if (!is_counted(feature.index, names)) continue;
      const double weight =
          weight_of_count(fitted.params.weighting, static_cast<double>(feature.value));
      feature.value = static_cast<Real>(std::min(weight, largest));
    }
    if (to_unit) scale_to_unit_length(row);
    return row.size();
  });
}

Vectoriser StreamVectoriser::closed(std::span<const std::uint32_t> features,
                                    const FeatureNames& names) const {
  Vectoriser::Fitted fitted = fitted_ ? *fitted_ : begin_fit(params_, false, Weighting::log_tf);
  fitted.names = names;
  std::vector<std::uint32_t> counted;
  for (const std::uint32_t index : features) {
    if (fitted_ && is_counted(index, names)) counted.push_back(index);
  }
  std::vector<std::uint32_t> all;
  std::set_union(counted.begin(), counted.end(), fitted.features.begin(), fitted.features.end(),
                 std::back_inserter(all));
  fitted.features = std::move(all);
  return Vectoriser(std::move(fitted));
}

}  // namespace clade::detail

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <variant>

#include "base/fail.h"
#include "base/text.h"
#include "text/counts.h"
#include "text/open_options.h"
#include "text/stop_words.h"
#include "text/vectoriser.h"

namespace clade::detail {

namespace {

// Drops features that are too rare or too common from the rows and from the names, and lists the
// counted ones that are kept. Those that were fitted before stay, with their names in front and
// their factors.
class Pruning {
 public:
  Pruning(const DocumentFrequencies& frequencies, const Vectoriser::Fitted& before,
          const FeatureNames& names, std::size_t records)
      : frequencies_(frequencies),
        known_(before.features),
        min_df_(before.params.min_df),
        max_df_(most_documents(before.params.max_df, records)),
        weights_{1, before.params.ngram_weight.value_or(1), before.params.char_weight.value_or(1)},
        has_run_weights_(weights_[1] != 1 || weights_[2] != 1) {
    if (!min_df_ || has_run_weights_) {
      kinds_.reserve(names.size());
      for (std::size_t i = 0; i < names.size(); ++i) kinds_.push_back(kind_of_term(names.name(i)));
    }
    std::vector<bool> is_kept(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto index = static_cast<std::uint32_t>(FeatureNames::first_index + i);
      is_kept[i] = i < before.names.size() || !is_dropped(index);
    }
    new_index_ = kept_names_.add_chosen(names, is_kept);
  }

  // Or FeatureNames::unknown for what is dropped. The order of features stays.
  std::uint32_t new_index(std::uint32_t index) const {
    const std::size_t number = index - FeatureNames::first_index;
    const bool is_named = index >= FeatureNames::first_index && number < new_index_.size();
    if (is_named) return new_index_[number];
    return is_dropped(index) ? FeatureNames::unknown : index;
  }

  void list_kept(std::size_t records, Vectoriser::Fitted& fitted) const {
    const bool has_factors = fitted.features.empty()
                                 ? has_idf(fitted.params.weighting) || has_run_weights_
                                 : !fitted.factors.empty();
    std::vector<std::pair<std::uint32_t, double>> kept;  // index, factor
    for (std::size_t i = 0; i < fitted.features.size(); ++i) {
      kept.emplace_back(fitted.features[i], has_factors ? fitted.factors[i] : 1);
    }
    for (const std::uint32_t index : frequencies_.features()) {
      if (is_known(index) || is_dropped(index)) continue;
      const double idf = has_idf(fitted.params.weighting)
                             ? inverse_document_frequency(records, frequencies_.of(index))
                             : 1;
      kept.emplace_back(new_index(index), idf * run_weight(index));
    }
    std::sort(kept.begin(), kept.end());
    fitted.features.clear();
    fitted.factors.clear();
    for (const auto& [index, factor] : kept) {
      fitted.features.push_back(index);
      if (has_factors) fitted.factors.push_back(factor);
    }
  }

  FeatureNames take_names() && { return std::move(kept_names_); }

 private:
  bool is_known(std::uint32_t index) const {
    return std::binary_search(known_.begin(), known_.end(), index);
  }
  // In too few records, or in too many.
  bool is_dropped(std::uint32_t index) const {
    if (!frequencies_.is_counted(index)) return false;
    const std::size_t df = frequencies_.of(index);
    return (df < min_df_of(index) || df > max_df_) && !is_known(index);
  }
  std::size_t min_df_of(std::uint32_t index) const {
    if (min_df_) return static_cast<std::size_t>(*min_df_);
    return kind_of(index) == TermKind::word ? open_min_df.word : open_min_df.run;
  }
  double run_weight(std::uint32_t index) const {
    return weights_[static_cast<std::size_t>(kind_of(index))];
  }
  TermKind kind_of(std::uint32_t index) const {
    const std::size_t number = index - FeatureNames::first_index;
    const bool is_named = index >= FeatureNames::first_index && number < kinds_.size();
    return is_named ? kinds_[number] : TermKind::word;
  }
  const DocumentFrequencies& frequencies_;
  const std::vector<std::uint32_t> known_;  // counted features that were fitted before, sorted
  std::optional<int> min_df_;
  std::size_t max_df_;
  std::array<double, 3> weights_;  // by kind
  bool has_run_weights_;
  std::vector<TermKind> kinds_;           // by name; empty where it does not matter
  std::vector<std::uint32_t> new_index_;  // by name
  FeatureNames kept_names_;
};

// Features get other indices, in the same order, and those with none are dropped.
template <class Real, class NewIndex>
void renumber(SparseRows<Real>& rows, ThreadPool* pool, const NewIndex& new_index) {
  const auto edit = [&](std::span<BasicFeature<Real>> row) {
    std::size_t kept = 0;
    for (BasicFeature<Real> feature : row) {
      feature.index = new_index(feature.index);
      if (feature.index != FeatureNames::unknown) row[kept++] = feature;
    }
    return kept;
  };
  rows.edit_rows(edit, pool);
}

template <class Real>
void warn_about_length(const SparseRows<Real>& rows, Reporter& reporter) {
  std::vector<double> lengths;
  lengths.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) lengths.push_back(row_length<Real>(rows.row(i)));
  if (lengths.empty()) return;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  if (*middle == 0 || (*middle > 0.5 && *middle < 2)) return;
  reporter.on_warning(
      fmt::format("the median length of a row is {:.3g}, and the default C is meant for rows of "
                  "length 1; use `normalize=unit`, or choose C with care (about {:.2g} times the "
                  "default would match)",
                  *middle, 1 / (*middle * *middle)));
}

// The feature that alone makes nearly all of the length of a row with several; 0 where there is
// none.
template <class Real>
std::uint32_t dominant_feature(BasicSparseRow<Real> row) {
  constexpr double nearly_all = 0.99;
  constexpr std::size_t several = 3;
  if (row.size() < several) return 0;
  double sum = 0, largest = 0;
  std::uint32_t index = 0;
  for (const auto& feature : row) {
    const double square = static_cast<double>(feature.value) * static_cast<double>(feature.value);
    sum += square;
    if (square <= largest) continue;
    largest = square;
    index = feature.index;
  }
  return largest >= nearly_all * sum ? index : 0;
}

}  // namespace

void warn_of_dominant_feature(const Vectoriser& vectoriser, const Records& records,
                              Reporter& reporter) {
  std::unordered_map<std::uint32_t, std::size_t> rows_of;
  std::visit(
      [&]<class Real>(const SparseRows<Real>& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const std::uint32_t index = dominant_feature<Real>(rows.row(i));
          if (index != 0) ++rows_of[index];
        }
      },
      records.rows);
  for (const auto& [index, count] : rows_of) {
    if (2 * count <= records.size()) continue;
    reporter.on_warning(
        fmt::format("the feature {} makes up nearly all of the length of {} of {} rows and drowns "
                    "the others: leave it out (`ignore_fields`), or scale all (`scale=standard`)",
                    feature_name(vectoriser.fitted().names, index), count, records.size()));
  }
}

Vectoriser Vectoriser::fit(const TextParams& options, Records& records, Reporter& reporter,
                           ThreadPool* pool, Communicator& peers) {
  const TextParams params =
      records.adapted ? adapted_params(options, records, peers) : usual_params(options);
  const bool has_texts = peers.any(has_terms(records, params.hash));
  Vectoriser vectoriser =
      fit_on(begin_fit(params, has_texts, Weighting::log_tfidf), records, pool, peers);
  const Fitted& fitted = vectoriser.fitted();
  if (fitted.counted != CountedFeatures::none && fitted.features.empty()) {
    reporter.on_warning(
        params.max_df == "none"
            ? fmt::format("no feature is in {} or more training examples: all are left out; use "
                          "`min_df=1`",
                          params.min_df.value_or(open_min_df.word))
            : fmt::format("no feature is in {} or more training examples and within `max_df={}`: "
                          "all are left out",
                          params.min_df.value_or(open_min_df.word), params.max_df));
  }
  return vectoriser;
}

Vectoriser Vectoriser::extended(Records& records, ThreadPool* pool) const {
  return fit_on(fitted_, records, pool, single_rank());
}

Vectoriser Vectoriser::fit_on(Fitted fitted, Records& records, ThreadPool* pool,
                              Communicator& peers) {
  if (!peers.is_alone() && fitted.params.numbers.needs_numbers()) {
    fail_parameter("scale",
                   "numbers cannot be scaled over several ranks yet; use `scale=none`, or "
                   "scale them before");
  }
  if (fitted.counted == CountedFeatures::all) {
    check_counts(records, records.names, fitted.params.weighting);
  }
  if (fitted.counted == CountedFeatures::none) {
    fitted.names = records.names;
    return fit_numbers(std::move(fitted), records, pool);
  }
  const DocumentFrequencies frequencies(records, fitted.counted, fitted.params.hash, peers);
  const std::size_t size = peers.sum(std::uint64_t{records.size()});
  Pruning pruning(frequencies, fitted, records.names, size);
  pruning.list_kept(size, fitted);
  fitted.names = std::move(pruning).take_names();
  records.names = fitted.names;
  const auto new_index = [&pruning](std::uint32_t index) { return pruning.new_index(index); };
  const bool has_numbers = fitted.params.numbers.needs_numbers() || !fitted.scaling.empty();
  if (has_numbers || !records.missing.empty()) {
    std::visit([&](auto& rows) { renumber(rows, pool, new_index); }, records.rows);
    return fit_numbers(std::move(fitted), records, pool);
  }
  Vectoriser vectoriser(std::move(fitted));
  const bool to_unit = vectoriser.fitted_.params.normalize == Normalize::unit;
  std::visit([&](auto& rows) { vectoriser.counts_.apply(rows, to_unit, pool, new_index); },
             records.rows);
  return vectoriser;
}

// The same for records whose counts are pruned already.
Vectoriser Vectoriser::fit_numbers(Fitted fitted, Records& records, ThreadPool* pool) {
  if (fitted.params.numbers.needs_numbers()) {
    const auto is_number = [&](std::uint32_t index) {
      return !is_count(index, fitted.names, fitted.counted, fitted.params.hash);
    };
    fitted.scaling = fit_scaling(fitted.params.numbers, records, is_number, fitted.scaling);
  }
  Vectoriser vectoriser(std::move(fitted));
  vectoriser.transform(records, pool);
  return vectoriser;
}

void warn_about_length(const Vectoriser& vectoriser, const Records& records, Reporter& reporter) {
  if (vectoriser.fitted().params.normalize == Normalize::unit) return;
  std::visit([&](const auto& rows) { warn_about_length(rows, reporter); }, records.rows);
}

}  // namespace clade::detail

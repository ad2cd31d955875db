#include "eval/search/axes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "base/text.h"
#include "clade/error.h"
#include "data/feature_index.h"
#include "data/several_labels.h"
#include "text/open_options.h"
#include "text/vectoriser.h"

namespace clade::detail {

namespace {

bool any_data(const SearchedData&) { return true; }
bool texts(const SearchedData& data) { return data.has_text; }
bool numbers(const SearchedData& data) { return !data.has_text; }
bool counts(const SearchedData& data) { return !data.has_text && data.has_counts; }
bool few_numbers(const SearchedData& data) { return !data.has_text && data.has_few_features; }
bool several_labels(const SearchedData& data) { return data.has_several_labels; }
bool levels(const SearchedData& data) { return data.has_levels; }

const Parameter* named_parameter(const std::vector<Parameter>& parameters,
                                 const std::string& name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

// Of the method and of its texts, bound to `configured`.
std::vector<Parameter> searched_parameters(Configured& configured) {
  std::vector<Parameter> parameters = configured.method->parameters();
  for (Parameter& p : parameters_of(configured.text)) parameters.push_back(std::move(p));
  return parameters;
}

bool is_given(const ComparedMethod& method, const std::string& name) {
  const auto has = [&](const Options& options) {
    return std::any_of(options.begin(), options.end(),
                       [&](const Option& o) { return o.name == name; });
  };
  return has(method.options) || has(method.text);
}

Setting setting_of(const std::string& text) {
  Setting setting;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t equals = word.find('=');
    setting.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return setting;
}

// Two digits are as exact as folds can tell.
std::string rounded(double value) {
  const double step = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return format_number(*parse_double(fmt::format("{:.10g}", std::round(value / step) * step)));
}

std::size_t feature_count(const Records& records) {
  return std::visit([](const auto& rows) { return FeatureIndex::of(rows, false).size(); },
                    records.rows);
}

}  // namespace

// Cheap values of an axis stand before dear ones: of equals the first is taken.
std::vector<Axis> search_axes() {
  return {
      {"scale", numbers, {"scale=standard", "scale=minmax", "scale=none"}},
      {"kernel", few_numbers, {"kernel=linear", "kernel=rbf", "kernel=rbf C=10"}},
      {"weighting",
       counts,
       {"weighting=log-tfidf normalize=unit", "weighting=none"},
       {"weighting=log-tf normalize=unit", "weighting=binary normalize=unit"}},
      {"normalize", numbers, {"normalize=unit", "normalize=none"}},
      {"ngrams", texts, {"ngrams=1", "ngrams=2"}, {"ngrams=3"}},
      {"constraints", several_labels, {"constraints=ranking", "constraints=binary"}},
      {"C", any_data, {}, {}, {{0.1, 0.3, 3, 10, 30}, {0.3, 0.55, 1.8, 3}, {0.75, 1.3}}},
      {"gamma",
       few_numbers,
       {},
       {},
       {{0.25, 0.5, 2, 4}, {0.5, 0.7, 1.4, 2}, {0.85, 1.2}},
       {"kernel"}},
      {"min_df", texts, {"min_df=1", "min_df=2"}, {"min_df=3"}},
      {"char_ngrams",
       texts,
       {"char_ngrams=none", "char_ngrams=3-4", "char_ngrams=3-5"},
       {"char_ngrams=2-4", "char_ngrams=4-6"}},
      {"ngram_weight", texts, {}, {}, {{}, {0.6, 1.6}}},
      {"char_weight", texts, {}, {}, {{}, {0.6, 1.6}}},
      {"attributes",
       levels,
       {"attributes=leaf:0.75", "attributes=leaf:0.9", "attributes=leaf:0.5", "attributes=depth",
        "flat=true"},
       {"attributes=leaf:0.6", "attributes=leaf:0.8", "attributes=depth+root"}},
      {"bias", any_data, {"bias=none", "bias=feature"}},
      {"weighting", texts, {}, {"weighting=log-tf", "weighting=tfidf", "weighting=binary"}},
      {"class_weight", any_data, {}, {"class_weight=none", "class_weight=balanced"}},
  };
}

SearchedData SearchedData::of(const Records& records, bool deep) {
  constexpr std::size_t few = 10'000;
  SearchedData data;
  data.has_text = records.has_text;
  std::size_t several = 0;
  for (std::size_t i = 0; i < records.size(); ++i) several += records.labels_of(i).size() > 1;
  data.has_several_labels = several > 0;
  data.is_about_sets = are_more_than_strays(several, records.size());
  data.has_levels = deep;
  if (data.has_text) return data;
  data.has_counts = are_counts(records);
  data.has_few_features = feature_count(records) <= few;
  return data;
}

Candidates::Candidates(ComparedMethod method) : method_(std::move(method)) {}

bool Candidates::may_set(const std::string& option) const {
  Configured configured = configure(method_);
  return named_parameter(searched_parameters(configured), option) != nullptr &&
         !is_given(method_, option);
}

Configured Candidates::for_comparing(Setting setting) const {
  if (may_set("tolerance")) setting.emplace_back("tolerance", "0.01");
  return configure(method_, setting);
}

std::vector<Setting> Candidates::changes(const Axis& axis, std::size_t round,
                                         const ResolvedOptions& resolved) const {
  std::vector<Setting> result;
  for (const std::string& value : axis.values) result.push_back(setting_of(value));
  if (round > 0) {
    for (const std::string& value : axis.later_values) result.push_back(setting_of(value));
  }
  if (axis.factors.empty()) return result;
  const auto found = resolved.find(axis.name);
  const auto now = found != resolved.end() ? parse_double(found->second) : std::nullopt;
  if (!now || !(*now > 0) || !std::isfinite(*now)) return result;
  for (const double factor : axis.factors[std::min(round, axis.factors.size() - 1)]) {
    Setting& change = result.emplace_back();
    for (const std::string& needed : axis.needs) {
      const auto value = resolved.find(needed);
      if (value != resolved.end() && may_set(needed)) change.emplace_back(*value);
    }
    change.emplace_back(axis.name, rounded(factor * *now));
  }
  return result;
}

std::optional<Setting> Candidates::changed(const Setting& best, const Setting& change) const {
  std::map<std::string, std::string> values(best.begin(), best.end());
  for (const auto& [name, value] : change) {
    if (!may_set(name)) return std::nullopt;
    values[name] = value;
  }
  Configured configured = configure(method_);
  const std::vector<Parameter> parameters = searched_parameters(configured);
  try {
    for (const Parameter& p : parameters) {
      if (const auto found = values.find(p.name); found != values.end()) p.set(found->second);
    }
    configured.method->check_parameters();
  } catch (const Error&) {
    return std::nullopt;  // a value that this option has not, or not beside the others
  }
  Setting setting;
  for (const Parameter& p : parameters) {
    const bool is_idle = p.idle && !p.idle().empty();
    if (is_idle && is_given(method_, p.name)) return std::nullopt;
    const auto found = values.find(p.name);
    if (found == values.end() || found->second == p.default_value || is_idle) continue;
    setting.emplace_back(p.name, found->second);
  }
  return setting;
}

std::vector<Setting> Candidates::along(const Axis& axis, std::size_t round, const Setting& best,
                                       const ResolvedOptions& resolved) const {
  std::vector<Setting> result;
  for (const Setting& change : changes(axis, round, resolved)) {
    const bool is_same = std::all_of(change.begin(), change.end(), [&](const auto& option) {
      const auto found = resolved.find(option.first);
      return found != resolved.end() && found->second == option.second;
    });
    if (is_same) continue;
    std::optional<Setting> candidate = changed(best, change);
    if (!candidate || *candidate == best) continue;
    if (std::find(result.begin(), result.end(), *candidate) != result.end()) continue;
    result.push_back(std::move(*candidate));
  }
  return result;
}

ResolvedOptions resolved_options(const Model& model) {
  ResolvedOptions resolved(model.options().begin(), model.options().end());
  if (const Vectoriser* vectoriser = model.vectoriser()) {
    TextParams text = vectoriser->fitted().params;
    for (const Parameter& p : parameters_of(text)) resolved.emplace(p.name, p.get());
  }
  return resolved;
}

}  // namespace clade::detail

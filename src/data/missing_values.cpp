#include "data/missing_values.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>

#include "base/lower_case.h"
#include "base/text.h"

namespace clade::detail {

void MissingCounts::add(std::string_view feature) {
  const auto found = by_feature_.find(feature);
  if (found != by_feature_.end()) {
    ++found->second;
  } else {
    by_feature_.emplace(feature, 1);
  }
  ++values_;
}

void MissingCounts::add(const MissingCounts& others) {
  for (const auto& [feature, count] : others.by_feature_) by_feature_[feature] += count;
  values_ += others.values_;
}

bool is_missing_word(std::string_view word) {
  constexpr std::size_t longest = 4;
  if (word.size() > longest) return is_nan_word(word);
  const std::string lower = lower_case(word);
  for (const char* missing : {"na", "n/a", "null", "?"}) {
    if (lower == missing) return true;
  }
  return is_nan_word(word);
}

bool is_nan_word(std::string_view word) {
  if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
  if (word.size() < 3 || lower_case(word.substr(0, 3)) != "nan") return false;
  return word.size() == 3 || (word[3] == '(' && word.ends_with(')'));
}

std::string refused_missing(std::string_view feature) {
  return fmt::format(
      "the value of feature {} is missing; fill it in, or have it replaced (`missing=mean`, "
      "`missing=zero`)",
      feature);
}

std::vector<std::string> absent_features(const FeatureNames& known,
                                         const std::vector<std::string>& columns) {
  const std::unordered_set<std::string_view> present(columns.begin(), columns.end());
  std::vector<std::string> absent;
  for (std::size_t n = 0; n < known.size(); ++n) {
    if (known.mark(n) != FeatureNames::feature_mark) continue;
    const std::string_view name = known.name(n);
    const std::size_t equals = name.find('=');
    const bool is_choice =
        equals != std::string_view::npos && present.find(name.substr(0, equals)) != present.end();
    if (!is_choice && present.find(name) == present.end()) absent.emplace_back(name);
  }
  return absent;
}

}  // namespace clade::detail

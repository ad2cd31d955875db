#include "eval/taxonomy/check_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"
#include "base/wrapped_text.h"

namespace clade::detail {

namespace {

constexpr std::size_t shown_in_text = 5, shown_in_json = 100;

template <class Number>
std::string listed(const std::map<std::size_t, Number>& values) {
  constexpr std::size_t most = 20;
  std::string text;
  std::size_t count = 0;
  for (const auto& entry : values) {
    if (++count > most) return text + ", ...";
    text += text.empty() ? "" : ", ";
    if constexpr (std::is_floating_point_v<Number>) {
      const bool is_zero = std::abs(entry.second) < 0.005;  // not -0.00
      text += fmt::format("{}: {:.2f}", entry.first, is_zero ? 0 : entry.second);
    } else {
      text += fmt::format("{}: {}", entry.first, entry.second);
    }
  }
  return text.empty() ? "none" : text;
}

template <class Number>
nlohmann::ordered_json as_object(const std::map<std::size_t, Number>& values) {
  // Keys differ, and there may be one for each of very many levels: no key is searched for.
  nlohmann::ordered_json::object_t object;
  for (const auto& entry : values) {
    object.push_back({std::to_string(entry.first), nlohmann::ordered_json(entry.second)});
  }
  return object;
}

}  // namespace

CheckReport::CheckReport(ParameterSpelling spelling)
    : spelling_(std::move(spelling)),
      json_(std::make_shared<nlohmann::ordered_json>(nlohmann::ordered_json::object())) {}

std::string CheckReport::spelled(std::string_view advice) const {
  return spelling_ ? respelled(advice, spelling_) : std::string(advice);
}

void CheckReport::add(std::string key, std::string title, const std::string& value) {
  (*json_)[std::move(key)] = value;
  put(std::move(title), value);
}

void CheckReport::add(std::string key, std::string title, std::size_t value) {
  (*json_)[std::move(key)] = value;
  put(std::move(title), std::to_string(value));
}

void CheckReport::add(std::string key, std::string title, double value) {
  (*json_)[std::move(key)] = value;
  put(std::move(title), fmt::format("{:.2f}", value));
}

void CheckReport::add_usable(bool is_usable) { (*json_)["usable"] = is_usable; }

void CheckReport::add(std::string key, std::string title,
                      const std::map<std::size_t, std::size_t>& counts) {
  (*json_)[std::move(key)] = as_object(counts);
  put(std::move(title), listed(counts));
}

void CheckReport::add(std::string key, std::string title,
                      const std::map<std::size_t, double>& values) {
  (*json_)[std::move(key)] = as_object(values);
  put(std::move(title), listed(values));
}

void CheckReport::find(std::string key, std::string title, const std::vector<std::string>& names,
                       std::string_view advice) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(names.size(), shown_in_text + 1); ++i) {
    shown.push_back(quoted(names[i]));
  }
  shown.resize(names.size());
  find_shown(key, std::move(title), shown, advice);
  const auto end =
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), shown_in_json));
  (*json_)[key]["names"] = std::vector<std::string>(names.begin(), end);
}

void CheckReport::find_shown(std::string key, std::string title,
                             const std::vector<std::string>& shown, std::string_view advice) {
  const std::vector<std::string> first(
      shown.begin(),
      shown.begin() + static_cast<std::ptrdiff_t>(std::min(shown.size(), shown_in_text)));
  auto& entry = (*json_)[std::move(key)] = nlohmann::ordered_json::object();
  entry["count"] = shown.size();
  entry["names"] = first;
  if (shown.empty()) return put(std::move(title), "none");
  put(std::move(title), fmt::format("{}: {}{}", shown.size(), join(first, ", "),
                                    shown.size() > first.size() ? ", ..." : ""));
  entry["advice"] = spelled(advice);
  advise(advice);
}

void CheckReport::advise(std::string_view advice) { rows_.back().advice = spelled(advice); }

std::string CheckReport::text() const {
  std::string text;
  for (const Row& row : rows_) {
    text += fmt::format("{:<33}{}\n", row.title, row.value);
    if (!row.advice.empty()) text += "    " + wrapped(row.advice, 4) + '\n';
  }
  return text;
}

}  // namespace clade::detail

#include "data/fields.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/fail.h"
#include "base/lower_case.h"
#include "base/text.h"

namespace clade::detail {

namespace {

constexpr double largest_weight = 1e6;
constexpr std::string_view rest = "rest";

TextField parse_field(std::string_view word) {
  const std::size_t equals = word.rfind('=');
  TextField field{std::string(trim(word.substr(0, equals)))};
  if (field.name.empty()) {
    fail_parameter("text_fields", "expected NAME or NAME=WEIGHT separated by commas, got {}",
                   quoted(word));
  }
  if (equals == std::string_view::npos) return field;
  const std::string_view number = trim(word.substr(equals + 1));
  const std::optional<double> weight = parse_double(number);
  if (!weight || !(*weight > 0) || *weight > largest_weight) {
    fail_parameter("text_fields", "expected a weight above 0 and up to 1e6 for {}, got {}",
                   quoted(field.name), quoted(number));
  }
  field.weight = *weight;
  return field;
}

std::vector<std::string> parse_names(std::string_view parameter, std::string_view list) {
  std::vector<std::string> names;
  if (list.empty()) return names;
  for (const std::string_view word : split(list, ',')) {
    const std::string_view name = trim(word);
    if (name.empty()) {
      fail_parameter(std::string(parameter), "expected names separated by commas, got {}",
                     quoted(list));
    }
    names.emplace_back(name);
  }
  return names;
}

constexpr std::array<std::pair<std::string_view, char>, 7> character_names{{{"tab", '\t'},
                                                                            {"\\t", '\t'},
                                                                            {"comma", ','},
                                                                            {"semicolon", ';'},
                                                                            {"pipe", '|'},
                                                                            {"space", ' '},
                                                                            {"colon", ':'}}};

std::optional<char> named_character(std::string_view word) {
  for (const auto& [name, character] : character_names) {
    if (word == name) return character;
  }
  return std::nullopt;
}

}  // namespace

std::vector<TextField> parse_text_fields(std::string_view specification) {
  std::vector<TextField> fields;
  if (specification.empty()) return fields;
  for (const std::string_view word : split(specification, ',')) {
    TextField field = parse_field(word);
    const auto is_same = [&field](const TextField& other) { return other.name == field.name; };
    if (std::any_of(fields.begin(), fields.end(), is_same)) {
      fail_parameter("text_fields", "{} is given twice", quoted(field.name));
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

std::optional<char> parse_delimiter(std::string_view word) {
  if (word.empty() || word == "auto") return std::nullopt;
  if (const auto character = named_character(word)) return character;
  const bool is_usable =
      word.size() == 1 && word != "\"" && word != "\n" && word != "\r" && word != "\\";
  if (!is_usable) {
    fail_parameter("delimiter", "expected auto, a character, tab, comma, semicolon or pipe, got {}",
                   quoted(word));
  }
  return word.front();
}

std::string parse_label_separator(std::string_view word) {
  if (const auto character = named_character(word)) return std::string(1, *character);
  return std::string(word);
}

void check_fields(const FieldOptions& fields) {
  static_cast<void>(parse_delimiter(fields.delimiter));
  FieldRoles(fields, {}, {});
}

FieldRoles::FieldRoles(const FieldOptions& asked, const FieldOptions& remembered,
                       const std::vector<std::string>& present)
    : present_(present),
      label_separator_(parse_label_separator(
          asked.label_separator.empty() ? remembered.label_separator : asked.label_separator)) {
  choose_texts(asked, remembered);
  choose(FieldRole::label, "label_field", asked.label_field, remembered.label_field,
         {"label", "labels"});
  choose(FieldRole::id, "id_field", asked.id_field, remembered.id_field, {"id"});
  choose(FieldRole::weight, "weight_field", asked.weight_field, remembered.weight_field,
         {"weight"});
  choose(FieldRole::split, "split_field", asked.split_field, remembered.split_field, {"split"});
  choose_features(asked, remembered);
  choose_ignored(asked, remembered);
}

void FieldRoles::choose_features(const FieldOptions& asked, const FieldOptions& remembered) {
  const bool is_asked = !asked.feature_fields.empty();
  for (const std::string& name :
       parse_names("feature_fields", is_asked ? asked.feature_fields : remembered.feature_fields)) {
    has_named_features_ = true;
    if (name == rest) {
      rest_are_features_ = true;
    } else if (is_asked || is_present(name)) {
      if (is_asked) asked_.push_back({"feature_fields", name});
      take("feature_fields", name, {FieldRole::feature});
    }
  }
}

void FieldRoles::choose_ignored(const FieldOptions& asked, const FieldOptions& remembered) {
  const bool is_asked = !asked.ignore_fields.empty();
  for (const std::string& name :
       parse_names("ignore_fields", is_asked ? asked.ignore_fields : remembered.ignore_fields)) {
    if (is_asked) asked_.push_back({"ignore_fields", name});
    if (is_asked || use(name).role == FieldRole::unnamed) {
      take("ignore_fields", name, {FieldRole::ignored});
    }
  }
  // What else is called a label, an id or a text must not slip in as a feature.
  for (const std::string& name : present_) {
    const std::string lower = lower_case(name);
    const bool is_special =
        lower == "label" || lower == "labels" || lower == "id" || lower == "text";
    if (is_special && use(name).role == FieldRole::unnamed) {
      taken_.push_back({name, {FieldRole::ignored}});
    }
  }
}

bool FieldRoles::is_present(std::string_view name) const {
  return std::find(present_.begin(), present_.end(), name) != present_.end();
}

std::optional<std::string> FieldRoles::find_usual(const std::vector<std::string>& usual) const {
  for (const std::string& name : usual) {
    if (is_present(name)) return name;
  }
  // ID is an id, but Weight may well be that of a thing.
  if (usual.front() == "weight") return std::nullopt;
  for (const std::string& name : present_) {
    if (std::find(usual.begin(), usual.end(), lower_case(name)) != usual.end()) return name;
  }
  return std::nullopt;
}

void FieldRoles::take(std::string_view parameter, const std::string& name, Use new_use) {
  if (use(name).role != FieldRole::unnamed) {
    fail_parameter(std::string(parameter), "{} is something else already", quoted(name));
  }
  taken_.push_back({name, new_use});
}

void FieldRoles::choose(FieldRole role, std::string_view parameter, const std::string& asked,
                        const std::string& remembered, const std::vector<std::string>& usual) {
  if (!asked.empty()) {
    asked_.push_back({std::string(parameter), asked});
    return take(parameter, asked, {role});
  }
  const bool is_free = use(remembered).role == FieldRole::unnamed;
  if (!remembered.empty() && is_present(remembered) && is_free) {
    return take(parameter, remembered, {role});
  }
  const std::optional<std::string> found = find_usual(usual);
  if (found && use(*found).role == FieldRole::unnamed) taken_.push_back({*found, {role}});
  // Later records of JSON may have them.
  for (const std::string& name : usual) {
    if (use(name).role == FieldRole::unnamed) taken_.push_back({name, {role}});
  }
}

void FieldRoles::choose_texts(const FieldOptions& asked, const FieldOptions& remembered) {
  texts_ = parse_text_fields(asked.text_fields);
  for (const TextField& field : texts_) asked_.push_back({"text_fields", field.name});
  if (texts_.empty()) {
    texts_ = parse_text_fields(remembered.text_fields);
    const auto is_there = [this](const TextField& field) { return is_present(field.name); };
    const bool is_remembered = std::any_of(texts_.begin(), texts_.end(), is_there);
    if (!is_remembered) {
      const std::optional<std::string> usual = find_usual({"text"});
      if (usual) texts_ = {{*usual, 1}};
    }
    // A model that was trained with a column misses it.
    for (const TextField& field : texts_) asked_.push_back({"text_fields", field.name});
  }
  for (const TextField& field : texts_) {
    take("text_fields", field.name, {FieldRole::text, field.weight});
  }
  // Later records of JSON may have one.
  if (texts_.empty()) taken_.push_back({"text", {FieldRole::text}});
}

bool FieldRoles::speaks_of_inside(std::string_view name) const {
  return std::any_of(taken_.begin(), taken_.end(), [name](const Taken& taken) {
    return taken.name.size() > name.size() && taken.name[name.size()] == '.' &&
           taken.name.starts_with(name);
  });
}

FieldRoles::Use FieldRoles::use(std::string_view name) const {
  for (const Taken& taken : taken_) {
    if (taken.name == name) return taken.use;
  }
  return {};
}

FieldRole FieldRoles::role_of_rest() const {
  if (rest_are_features_) return FieldRole::feature;
  return has_text() || has_named_features_ ? FieldRole::ignored : FieldRole::feature;
}

namespace {

void append_names(const FieldSummary& summary, FieldRole role, std::string_view title,
                  std::string& text) {
  constexpr std::size_t shown = 8;
  std::size_t count = 0;
  std::string names;
  for (const FieldSummary::Named& field : summary.fields) {
    if (field.role != role || ++count > shown) continue;
    names += names.empty() ? " " : ", ";
    names += field.name;
    if (field.text_weight != 1) names += fmt::format(" (counts {:g})", field.text_weight);
  }
  if (count == 0) return;
  if (count > shown) names += fmt::format(" and {} more", count - shown);
  text += fmt::format("{}{}{}", text.empty() ? "" : "; ", title, names);
}

}  // namespace

std::string FieldSummary::text() const {
  std::string text;
  append_names(*this, FieldRole::text, "text", text);
  append_names(*this, FieldRole::label, "labels", text);
  append_names(*this, FieldRole::id, "id", text);
  append_names(*this, FieldRole::weight, "weight", text);
  append_names(*this, FieldRole::split, "split", text);
  append_names(*this, FieldRole::feature, "features", text);
  append_names(*this, FieldRole::ignored, "ignored", text);
  std::string how = format;
  if (!delimiter.empty()) how += fmt::format(", columns separated by {}", delimiter);
  if (!encoding.empty()) how += fmt::format(", {}", encoding);
  return fmt::format("{} ({}): {}", file, how, text.empty() ? "no fields" : text);
}

}  // namespace clade::detail

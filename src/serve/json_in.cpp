#include "serve/json_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/text.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

constexpr std::size_t kept_capacity = std::size_t{1} << 20;

// One for each thread. After a large body its memory is given back.
simdjson::dom::parser& thread_parser() {
  thread_local simdjson::dom::parser parser;
  if (parser.capacity() > kept_capacity) parser = simdjson::dom::parser();
  return parser;
}

}  // namespace

void refuse_unknown_field(std::string_view name, std::span<const std::string_view> known) {
  const std::vector<std::string> names(known.begin(), known.end());
  throw Refusal(Fault::usage,
                fmt::format("unknown field {}{}", quoted(name), did_you_mean(name, names)));
}

void refuse_type(std::string_view name, std::string_view expected) {
  throw Refusal(Fault::usage, fmt::format("{}: expected {}", quoted(name), expected));
}

JsonObject parse_object(std::string_view body) {
  JsonValue json;
  const auto error = thread_parser().parse(body.data(), body.size()).get(json);
  if (error != simdjson::SUCCESS) {
    throw Refusal(Fault::usage, fmt::format("malformed JSON: {}", simdjson::error_message(error)));
  }
  JsonObject object;
  if (json.get(object) != simdjson::SUCCESS) {
    throw Refusal(Fault::usage, "expected a JSON object");
  }
  return object;
}

Fields::Fields(JsonObject object) {
  for (const auto& [name, value] : object) {
    const auto is_same = [&, wanted = name](const Field& field) { return field.name == wanted; };
    if (std::any_of(fields_.begin(), fields_.end(), is_same)) {
      throw Refusal(Fault::usage, fmt::format("the field {} occurs twice", quoted(name)));
    }
    if (fields_.size() == 100) break;  // more than any object has: finish() names the first
    fields_.push_back({name, value});
  }
}

std::optional<JsonValue> Fields::find(std::string_view name) {
  if (known_count_ < most_known) known_[known_count_++] = name;
  for (Field& field : fields_) {
    if (field.name != name) continue;
    field.is_taken = true;
    return field.value;
  }
  return std::nullopt;
}

std::optional<std::string_view> Fields::string(std::string_view name) {
  const auto value = find(name);
  if (!value) return std::nullopt;
  std::string_view text;
  if (value->get(text) != simdjson::SUCCESS) refuse_type(name, "a string");
  return text;
}

std::optional<std::int64_t> Fields::whole_number(std::string_view name) {
  const auto value = find(name);
  if (!value) return std::nullopt;
  std::int64_t number = 0;
  if (value->get(number) != simdjson::SUCCESS) refuse_type(name, "a whole number");
  return number;
}

std::optional<double> Fields::number(std::string_view name) {
  const auto value = find(name);
  if (!value) return std::nullopt;
  double number = 0;
  if (value->get(number) != simdjson::SUCCESS) refuse_type(name, "a number");
  return number;
}

std::optional<bool> Fields::boolean(std::string_view name) {
  const auto value = find(name);
  if (!value) return std::nullopt;
  bool flag = false;
  if (value->get(flag) != simdjson::SUCCESS) refuse_type(name, "true or false");
  return flag;
}

std::optional<std::vector<std::string>> Fields::strings(std::string_view name) {
  const auto value = find(name);
  if (!value) return std::nullopt;
  simdjson::dom::array list;
  if (value->get(list) != simdjson::SUCCESS) refuse_type(name, "an array of strings");
  std::vector<std::string> texts;
  for (const JsonValue element : list) {
    std::string_view text;
    if (element.get(text) != simdjson::SUCCESS) refuse_type(name, "an array of strings");
    texts.emplace_back(text);
  }
  return texts;
}

void Fields::finish() const {
  for (const Field& field : fields_) {
    if (field.is_taken) continue;
    refuse_unknown_field(field.name, std::span(known_).first(known_count_));
  }
}

namespace {

// null is a missing value.
double number_in(JsonValue json, std::string_view field) {
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  if (json.get(value) != simdjson::SUCCESS) refuse_type(field, "numbers");
  return value;
}

void read_features(JsonValue json, Document& document) {
  JsonObject object;
  if (json.get(object) != simdjson::SUCCESS) {
    refuse_type("features", "an object of names and numbers");
  }
  for (const auto& [name, value] : object) {
    document.features.emplace_back(name, number_in(value, "features"));
  }
  auto& features = document.features;
  std::sort(features.begin(), features.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto same =
      std::adjacent_find(features.begin(), features.end(),
                         [](const auto& a, const auto& b) { return a.first == b.first; });
  if (same == features.end()) return;
  throw Refusal(Fault::input, fmt::format("the feature {} occurs twice", quoted(same->first)));
}

void read_vector(JsonValue json, Document& document) {
  simdjson::dom::array list;
  if (json.get(list) != simdjson::SUCCESS) refuse_type("vector", "an array of numbers");
  for (const JsonValue element : list) document.vector.push_back(number_in(element, "vector"));
}

}  // namespace

void parse_document(JsonValue json, Document& document) {
  JsonObject object;
  if (json.get(object) != simdjson::SUCCESS) {
    throw Refusal(Fault::usage, "expected an object such as {\"text\":\"...\"}");
  }
  parse_document(object, document);
}

void parse_document(JsonObject json, Document& document) {
  Fields fields(json);
  document.id = fields.string("id");
  const auto text = fields.string("text");
  const auto features = fields.find("features");
  const auto vector = fields.find("vector");
  fields.finish();
  if (int{text.has_value()} + int{features.has_value()} + int{vector.has_value()} != 1) {
    throw Refusal(Fault::input, "expected one of text, features and vector");
  }
  if (text) document.text = *text;
  if (features) {
    document.kind = DocumentContent::Kind::features;
    read_features(*features, document);
  }
  if (vector) {
    document.kind = DocumentContent::Kind::vector;
    read_vector(*vector, document);
  }
}

}  // namespace clade::detail::serve

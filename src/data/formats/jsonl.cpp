#include "data/formats/jsonl.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/fail.h"
#include "base/text.h"
#include "data/formats/format.h"
#include "data/formats/json_check.h"
#include "data/number_text.h"

namespace clade::detail {

namespace {

using simdjson::ondemand::value;

static_assert(TextChunk::padding >= simdjson::SIMDJSON_PADDING);

// The value as it is written, without blanks behind it; of an array or object the first bracket.
std::string_view token_of(value& json) { return trim(json.raw_json_token()); }

bool is_null(value& json) { return token_of(json) == "null"; }

simdjson::simdjson_result<simdjson::ondemand::document> iterate(simdjson::ondemand::parser& parser,
                                                                std::string_view line) {
  return parser.iterate(line.data(), line.size(), line.size() + TextChunk::padding);
}

// Takes the first line off the text.
std::string_view next_line(std::string_view& text) {
  const std::size_t length = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, length);
  text.remove_prefix(std::min(length + 1, text.size()));
  return line;
}

}  // namespace

void look_at_first_record(std::string_view text, JsonlFile& file) {
  std::string_view line;
  while (line.empty() && !text.empty()) line = trim(next_line(text));
  simdjson::ondemand::parser parser;
  try {
    auto document = iterate(parser, line);
    for (auto field : document.get_object()) {
      const std::string_view name = field.unescaped_key();
      value json = field.value();
      file.field_names.emplace_back(name);
      file.has_splits = file.has_splits || (name == "split" && !is_null(json));
    }
  } catch (const simdjson::simdjson_error&) {
    return;
  }
}

void JsonlParser::Line::clear() {
  seen.clear();
  labels.clear();
  id = split = weight = std::nullopt;
  texts.clear();
  features.clear();
  vector.clear();
}

RecordBlock JsonlParser::parse() {
  std::size_t lines = 0;
  for (std::string_view rest = block_; !rest.empty(); ++lines) {
    const std::string_view line = trim(next_line(rest));
    if (!line.empty()) parse_line(line);
  }
  return std::move(maker_).take(lines);
}

void JsonlParser::parse_line(std::string_view line) {
  line_.clear();
  if (line[0] != '{') {
    fail_at(chunk_, line.data(), "expected an object in braces, got " + quoted(line));
  }
  try {
    read_fields(line);
  } catch (const simdjson::simdjson_error& error) {
    fail_json(line, error.what());
  }
  check_distinct_names();
  add_record();
}

void JsonlParser::read_fields(std::string_view line) {
  auto document = iterate(parser_, line);
  for (auto field : document.get_object()) {
    const std::string_view name = field.unescaped_key();
    value json = field.value();
    const char* where = token_of(json).data();
    if (!read_field(name, json)) {
      check_ignored(json);
      continue;
    }
    if (std::find(line_.seen.begin(), line_.seen.end(), name) != line_.seen.end()) {
      fail_at(chunk_, where, "the field " + quoted(name) + " occurs twice");
    }
    line_.seen.emplace_back(name);
  }
  // At the end there is no location any more.
  if (document.current_location().error() == simdjson::SUCCESS)
    fail_json(line, "something follows the object");
}

// False for a field that means nothing here.
bool JsonlParser::read_field(std::string_view name, value& json) {
  for (const TextField& field : file_.text_fields) {
    if (name == field.name) {
      read_text(field, json);
      return true;
    }
  }
  if (name == "labels" || name == "label") {
    read_labels(name, json);
  } else if (name == "id") {
    line_.id = word(name, json);
  } else if (name == "split") {
    line_.split = word(name, json);
  } else if (name == "weight") {
    line_.weight = word(name, json);
  } else if (name == "features") {
    read_features(json);
  } else if (name == "vector") {
    read_vector(json);
  } else {
    return false;
  }
  return true;
}

void JsonlParser::read_labels(std::string_view field, value& json) {
  if (!token_of(json).starts_with('[')) {
    if (const auto label = word(field, json)) line_.labels.push_back(*label);
    return;
  }
  for (auto element : json.get_array()) {
    value entry = element.value();
    const auto label = word(field, entry);
    if (!label) fail_type(field, "a string or a number", token_of(entry));
    line_.labels.push_back(*label);
  }
}

void JsonlParser::read_text(const TextField& field, value& json) {
  const auto add = [&](value& text) {
    const std::string_view token = token_of(text);
    if (token == "null") return;
    if (!token.starts_with('"')) fail_type(field.name, "a string", token);
    line_.texts.push_back({text.get_string(), field.weight});
  };
  if (!token_of(json).starts_with('[')) return add(json);
  for (auto element : json.get_array()) {
    value paragraph = element.value();
    add(paragraph);
  }
}

void JsonlParser::read_features(value& json) {
  const std::string_view token = token_of(json);
  if (token == "null") return;
  if (!token.starts_with('{')) fail_type("features", "an object of names and numbers", token);
  for (auto field : json.get_object()) {
    const std::string_view name = field.unescaped_key();
    value feature = field.value();
    const char* where = token_of(feature).data();
    line_.features.push_back({name, number("features", feature), where});
  }
}

void JsonlParser::read_vector(value& json) {
  const std::string_view token = token_of(json);
  if (token == "null") return;
  if (!token.starts_with('[')) fail_type("vector", "an array of numbers", token);
  for (auto element : json.get_array()) {
    value entry = element.value();
    const char* where = token_of(entry).data();
    line_.vector.push_back({{}, number("vector", entry), where});
  }
}

// A string, or a number as it is written; nothing for null.
auto JsonlParser::word(std::string_view field, value& json) -> std::optional<Word> {
  const std::string_view token = token_of(json);
  if (token == "null") return std::nullopt;
  if (token.starts_with('"')) return Word{json.get_string(), token};
  if (!is_json_number(token)) fail_type(field, "a string or a number", token);
  return Word{token, token};
}

double JsonlParser::number(std::string_view field, value& json) {
  const std::string_view token = token_of(json);
  if (!is_json_number(token)) fail_type(field, "a number", token);
  std::string problem;
  const double known = finite_value(token, precision_, problem);
  if (!problem.empty()) fail_at(chunk_, token.data(), problem);
  return known;
}

// simdjson passes over a value without a look inside.
void JsonlParser::check_ignored(value& json) {
  const std::string_view text = simdjson::to_json_string(json);
  if (find_json_problem(text)) fail_json(text, "");
}

void JsonlParser::check_distinct_names() {
  by_name_.clear();
  for (const Named& feature : line_.features) by_name_.push_back(&feature);
  std::sort(by_name_.begin(), by_name_.end(), [](const Named* a, const Named* b) {
    return a->name != b->name ? a->name < b->name : a->where < b->where;
  });
  const auto same =
      std::adjacent_find(by_name_.begin(), by_name_.end(),
                         [](const Named* a, const Named* b) { return a->name == b->name; });
  if (same == by_name_.end()) return;
  fail_at(chunk_, same[1]->where, "the feature " + quoted((*same)->name) + " occurs twice");
}

void JsonlParser::add_record() {
  maker_.begin_record();
  const std::optional<std::string_view> split =
      line_.split ? std::optional(line_.split->text) : std::nullopt;
  const char* where = line_.split ? line_.split->place.data() : nullptr;
  if (!maker_.is_chosen(split, where, file_.has_splits)) return;
  for (const Word& label : line_.labels) maker_.add_label(label.text, label.place);
  if (line_.id) maker_.set_id(line_.id->text, line_.id->place);
  if (line_.weight) maker_.set_weight(line_.weight->text, line_.weight->place.data());
  std::uint32_t index = 0;
  for (const Named& entry : line_.vector) maker_.add_value(++index, entry.value, entry.where);
  for (const Named& feature : line_.features) {
    if (feature.value == 0) continue;
    maker_.add_value(maker_.index_of(feature.name, feature.where), feature.value, feature.where);
  }
  for (const Text& text : line_.texts) maker_.add_text(text.text, text.weight);
  maker_.end_record();
}

void JsonlParser::fail_type(std::string_view field, std::string_view expected,
                            std::string_view token) const {
  fail_at(chunk_, token.data(),
          fmt::format("{}: expected {}, got {}", field, expected, quoted(token)));
}

void JsonlParser::fail_json(std::string_view text, const char* otherwise) const {
  const auto problem = find_json_problem(text);
  const std::size_t offset = problem ? problem->offset : 0;
  const std::string reason = problem ? problem->message : std::string(otherwise);
  fail_at(chunk_, text.data() + offset, "broken JSON: " + reason);
}

namespace {

class JsonlReader : public FormatReader {
 public:
  explicit JsonlReader(const ReadOptions& options)
      : options_(options),
        file_{parse_text_fields("text_fields", options.text_fields), false, {}} {}

  std::size_t read_header(const TextChunk& first) override {
    look_at_first_record(first.text, file_);
    return 0;
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return JsonlParser(chunk, block, options_, file_).parse();
  }

  // A field that was asked for and is in no record is a slip.
  void check(const FileSummary& file) const override {
    if (file.has_text || file.taken == 0 || options_.text_fields.empty()) return;
    const std::string& name = file_.text_fields.front().name;
    fail(ErrorKind::input, "{}: `text_fields`: no record has the field {}{}", file.name,
         quoted(name), did_you_mean(name, file_.field_names));
  }

  bool has_splits() const override { return file_.has_splits; }

 private:
  const ReadOptions& options_;
  JsonlFile file_;
};

}  // namespace

std::unique_ptr<FormatReader> make_jsonl_reader(const ReadOptions& options) {
  return std::make_unique<JsonlReader>(options);
}

}  // namespace clade::detail

#include "data/formats/jsonl.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

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

// The end of the object that begins there; npos where it is cut.
std::size_t end_of_object(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\';
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

constexpr std::string_view around_objects = " \t\r\n,[]";

// Behind each object of an array.
std::vector<std::size_t> cut_json_array(std::string_view text, std::size_t block_size) {
  std::vector<std::size_t> ends;
  std::size_t block_begin = 0, end = 0;
  while (true) {
    const std::size_t begin = text.find_first_not_of(around_objects, end);
    if (begin == text.npos) break;
    // What is no object is for the parser to report.
    const std::size_t next = text[begin] == '{' ? end_of_object(text, begin) : text.size();
    if (next == text.npos) break;
    end = next;
    if (end - block_begin >= block_size) {
      ends.push_back(end);
      block_begin = end;
    }
  }
  if (end > block_begin) ends.push_back(end);
  return ends;
}

// The names of an object, those inside of objects as a.b.
void collect_names(simdjson::ondemand::object object, const std::string& above,
                   std::vector<std::string>& names, std::vector<std::string>& with_value) {
  for (auto field : object) {
    const std::string name = above + std::string(std::string_view(field.unescaped_key()));
    value json = field.value();
    names.push_back(name);
    if (!is_null(json)) with_value.push_back(name);
    if (token_of(json).starts_with('{') && name != "features") {
      collect_names(json.get_object(), name + ".", names, with_value);
    }
  }
}

}  // namespace

JsonlFile look_at_first_record(std::string_view text, const ReadOptions& options) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const bool is_array = text.substr(first).starts_with('[');
  std::string_view line;
  if (is_array) {
    const std::size_t begin = std::min(text.find('{', first), text.size());
    line = text.substr(begin, end_of_object(text, begin) - begin);
  } else {
    while (line.empty() && !text.empty()) line = trim(next_line(text));
  }
  std::vector<std::string> names, with_value;
  simdjson::ondemand::parser parser;
  // The text may end right behind the line.
  const simdjson::padded_string copy(line);
  try {
    auto document = parser.iterate(copy);
    collect_names(document.get_object(), "", names, with_value);
  } catch (const simdjson::simdjson_error&) {
    names.clear();
  }
  FieldRoles roles(options.fields, options.remembered, names);
  const bool has_splits = std::any_of(
      with_value.begin(), with_value.end(),
      [&](const std::string& name) { return roles.use(name).role == FieldRole::split; });
  return {std::move(roles), has_splits, is_array, std::move(names)};
}

void JsonlParser::Line::clear() {
  seen.clear();
  has_array = false;
  labels.clear();
  id = split = weight = std::nullopt;
  texts.clear();
  features.clear();
  vector.clear();
}

RecordBlock JsonlParser::parse() {
  if (file_.is_array) return std::move(maker_).take(parse_array());
  std::size_t lines = 0;
  for (std::string_view rest = block_; !rest.empty(); ++lines) {
    const std::string_view line = trim(next_line(rest));
    if (!line.empty()) parse_line(line);
  }
  return std::move(maker_).take(lines);
}

// Objects with commas between them; the brackets stand around all blocks.
std::size_t JsonlParser::parse_array() {
  std::size_t end = 0;
  while (true) {
    const std::size_t begin =
        std::min(block_.find_first_not_of(around_objects, end), block_.size());
    const std::string_view between = block_.substr(end, begin - end);
    closes_array_ = closes_array_ || between.find(']') != between.npos;
    if (begin == block_.size()) break;
    if (closes_array_) fail_at(chunk_, block_.data() + begin, "something follows the array");
    if (end > 0 && between.find(',') == between.npos) {
      fail_at(chunk_, block_.data() + begin, "expected a comma between two objects");
    }
    end = block_[begin] == '{' ? std::min(end_of_object(block_, begin), block_.size())
                               : block_.size();
    parse_line(trim(block_.substr(begin, end - begin)));
  }
  return static_cast<std::size_t>(std::count(block_.begin(), block_.end(), '\n'));
}

void JsonlParser::parse_line(std::string_view line) {
  line_.clear();
  nested_names_.clear();
  if (line[0] != '{') {
    fail_at(chunk_, line.data(), "expected an object in braces, got " + quoted(line));
  }
  try {
    read_line(line);
  } catch (const simdjson::simdjson_error& error) {
    fail_json(line, error.what());
  }
  check_distinct_names();
  add_record();
}

void JsonlParser::read_line(std::string_view line) {
  auto document = iterate(parser_, line);
  read_fields(document.get_object(), {});
  // At the end there is no location any more.
  if (document.current_location().error() == simdjson::SUCCESS)
    fail_json(line, "something follows the object");
}

void JsonlParser::read_fields(simdjson::ondemand::object object, std::string_view above) {
  for (auto field : object) {
    std::string_view name = field.unescaped_key();
    if (!above.empty()) name = nested_names_.emplace_back(fmt::format("{}.{}", above, name));
    value json = field.value();
    const char* where = token_of(json).data();
    const bool is_inside = file_.roles.speaks_of_inside(name) && token_of(json).starts_with('{');
    if (is_inside && file_.roles.use(name).role == FieldRole::unnamed) {
      read_fields(json.get_object(), name);
      continue;
    }
    if (!read_field(name, json)) {
      check_ignored(json);
      continue;
    }
    if (std::find(line_.seen.begin(), line_.seen.end(), name) != line_.seen.end()) {
      fail_at(chunk_, where, "the field " + quoted(name) + " occurs twice");
    }
    line_.seen.emplace_back(name);
  }
}

namespace {

bool is_number_or_null(std::string_view token) { return token == "null" || is_json_number(token); }

}  // namespace

// False for a field that means nothing here.
bool JsonlParser::read_field(std::string_view name, value& json) {
  const FieldRoles::Use use = file_.roles.use(name);
  switch (use.role) {
    case FieldRole::text:
      read_text(name, use.text_weight, json);
      return true;
    case FieldRole::label:
      read_labels(name, json);
      return true;
    case FieldRole::id:
      line_.id = word(name, json);
      return true;
    case FieldRole::split:
      line_.split = word(name, json);
      return true;
    case FieldRole::weight:
      line_.weight = word(name, json);
      return true;
    case FieldRole::feature:
      read_feature(name, json);
      return true;
    case FieldRole::ignored:
      return false;
    case FieldRole::unnamed:
      break;
  }
  if (name == "features") {
    read_features(name, json);
  } else if (name == "vector") {
    read_vector(name, json);
  } else if (file_.roles.rest_are_features() && is_number_or_null(token_of(json))) {
    read_feature(name, json);
  } else {
    return false;
  }
  return true;
}

void JsonlParser::read_labels(std::string_view field, value& json) {
  const auto add = [&](const Word& labels) {
    const std::string& separator = file_.roles.label_separator();
    if (separator.empty()) return line_.labels.push_back({trim(labels.text), labels.place});
    for_each_label(labels.text, separator, [&](std::string_view label) {
      line_.labels.push_back({label, labels.place});
    });
  };
  if (!token_of(json).starts_with('[')) {
    if (const auto label = word(field, json)) add(*label);
    return;
  }
  for (auto element : json.get_array()) {
    value entry = element.value();
    const auto label = word(field, entry);
    if (!label) fail_type(field, "a string or a number", token_of(entry));
    add(*label);
  }
}

void JsonlParser::read_text(std::string_view field, double weight, value& json) {
  const auto add = [&](value& text) {
    const std::string_view token = token_of(text);
    if (token == "null") return;
    if (is_json_number(token)) return line_.texts.push_back({token, weight});
    if (!token.starts_with('"')) fail_type(field, "a string", token);
    line_.texts.push_back({text.get_string(), weight});
  };
  if (!token_of(json).starts_with('[')) return add(json);
  for (auto element : json.get_array()) {
    value paragraph = element.value();
    add(paragraph);
  }
}

// A field that was named: a number, an array of them, or an object as `features` is.
void JsonlParser::read_feature(std::string_view field, value& json) {
  const std::string_view token = token_of(json);
  if (token.starts_with('[')) return read_vector(field, json);
  if (token.starts_with('{')) return read_features(field, json);
  if (token == "true" || token == "false") {
    line_.features.push_back({field, token == "true" ? 1.0 : 0.0, token.data()});
  } else {
    line_.features.push_back({field, number(field, json), token.data()});
  }
}

void JsonlParser::read_features(std::string_view field, value& json) {
  const std::string_view token = token_of(json);
  if (token == "null") return;
  if (!token.starts_with('{')) fail_type(field, "an object of names and numbers", token);
  for (auto entry : json.get_object()) {
    const std::string_view name = entry.unescaped_key();
    value feature = entry.value();
    const char* where = token_of(feature).data();
    line_.features.push_back({name, number(field, feature), where});
  }
}

void JsonlParser::read_vector(std::string_view field, value& json) {
  const std::string_view token = token_of(json);
  if (token == "null") return;
  if (!token.starts_with('[')) fail_type(field, "an array of numbers", token);
  if (std::exchange(line_.has_array, true)) {
    fail_at(chunk_, token.data(), "a second array of numbers: their places are their names");
  }
  for (auto element : json.get_array()) {
    value entry = element.value();
    const char* where = token_of(entry).data();
    line_.vector.push_back({{}, number(field, entry), where});
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

// NaN for null, a missing value.
double JsonlParser::number(std::string_view field, value& json) {
  const std::string_view token = token_of(json);
  if (token == "null") return std::numeric_limits<double>::quiet_NaN();
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
  for (const Named& entry : line_.vector) {
    ++index;
    if (std::isnan(entry.value)) {
      maker_.add_missing(std::to_string(index), entry.where);
    } else {
      maker_.add_value(index, entry.value, entry.where);
    }
  }
  for (const Named& feature : line_.features) {
    if (feature.value == 0) continue;
    if (std::isnan(feature.value)) {
      maker_.add_missing(feature.name, feature.where);
      continue;
    }
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
  JsonlReader(const ReadOptions& options, std::string_view beginning)
      : options_(options), file_(look_at_first_record(beginning, options)) {}

  std::size_t read_header(const TextChunk& /*first*/) override { return 0; }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    JsonlParser parser(chunk, block, options_, file_);
    RecordBlock parsed = parser.parse();
    if (parser.closes_array()) is_closed_ = true;
    return parsed;
  }

  Cutter cutter() const override { return file_.is_array ? &cut_json_array : &cut_lines; }

  void check(const FileSummary& file) const override {
    if (file_.is_array && !is_closed_) {
      fail(ErrorKind::input, "{}: the array is never closed: expected ']' at the end", file.name);
    }
    // A text that was asked for and is in no record is a slip.
    if (file.has_text || file.taken == 0) return;
    for (const FieldRoles::Asked& field : file_.roles.asked()) {
      if (field.parameter != "text_fields") continue;
      std::string hint = did_you_mean(field.name, file_.field_names);
      if (hint.empty()) hint = "; there are " + join(file_.field_names, ", ");
      fail(ErrorKind::input, "{}: `text_fields`: no record has the field {}{}", file.name,
           quoted(field.name), hint);
    }
  }

  bool has_splits() const override { return file_.has_splits; }

  // Those of the first record.
  FieldSummary fields() const override {
    FieldSummary summary;
    for (const std::string& name : file_.field_names) {
      FieldRoles::Use use = file_.roles.use(name);
      if (use.role == FieldRole::unnamed) {
        if (file_.roles.speaks_of_inside(name)) continue;
        const bool is_feature = name == "features" || name == "vector";
        use.role = is_feature ? FieldRole::feature : FieldRole::ignored;
      }
      summary.fields.push_back({name, use.role, use.text_weight});
    }
    return summary;
  }

 private:
  const ReadOptions& options_;
  JsonlFile file_;
  mutable std::atomic<bool> is_closed_ = false;
};

}  // namespace

std::unique_ptr<FormatReader> make_jsonl_reader(const ReadOptions& options,
                                                std::string_view beginning) {
  return std::make_unique<JsonlReader>(options, beginning);
}

}  // namespace clade::detail

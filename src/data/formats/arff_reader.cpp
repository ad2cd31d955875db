// The rows of an ARFF file below its header.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "data/formats/arff_columns.h"
#include "data/formats/format.h"
#include "data/number_text.h"
#include "data/record_maker.h"

namespace clade::detail {

namespace {

// Parses one block of a chunk.
class ArffParser {
 public:
  ArffParser(const ArffColumns& columns, const TextChunk& chunk, std::string_view block,
             const ReadOptions& options)
      : columns_(columns),
        chunk_(chunk),
        block_(block),
        precision_(options.precision),
        maker_(chunk, block, options) {}
  RecordBlock parse();

 private:
  struct Value {
    std::string text;
    std::string_view place;
    bool is_missing = false;
    bool is_given = true;  // false for what a sparse row leaves out
  };

  void parse_row(std::string_view line);
  void read_values(std::string_view& rest);
  void read_sparse_values(std::string_view& rest);
  void read_weight(std::string_view rest);
  void read_value(std::string_view& rest, std::string_view ends, Value& value);
  bool is_chosen();
  void use(std::size_t column, const Value& value);
  void use_number(const ArffColumn& column, const Value& value);
  void use_choice(const ArffColumn& column, const Value& value);
  void use_labels(const Value& value);
  [[noreturn]] void fail_here(std::string_view place, const std::string& message) const;

  const ArffColumns& columns_;
  const TextChunk& chunk_;
  std::string_view block_;
  Precision precision_;
  RecordMaker maker_;
  std::vector<Value> values_;
  std::string weight_;
  std::string_view weight_place_;
};

using Role = ArffColumn::Role;

constexpr std::string_view blanks = " \t\r";

void skip_blanks(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
}

bool take(std::string_view& rest, char letter) {
  skip_blanks(rest);
  if (rest.empty() || rest.front() != letter) return false;
  rest.remove_prefix(1);
  return true;
}

// Clus takes the nodes above a label for labels as well: where the data list them, they say
// nothing.
void drop_implied(const Taxonomy& taxonomy, std::vector<std::string_view>& labels) {
  if (labels.size() < 2) return;
  std::vector<NodeId> implied;
  for (const std::string_view label : labels) {
    const auto node = taxonomy.find(label);
    if (!node) continue;
    for (const NodeId above : taxonomy.ancestor_set(*node)) {
      if (above != *node) implied.push_back(above);
    }
  }
  std::sort(implied.begin(), implied.end());
  std::erase_if(labels, [&](std::string_view label) {
    const auto node = taxonomy.find(label);
    return node && std::binary_search(implied.begin(), implied.end(), *node);
  });
}

}  // namespace

RecordBlock ArffParser::parse() {
  std::string_view rest = block_;
  std::size_t lines = 0;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++lines;
    skip_blanks(line);
    if (!line.empty() && line.front() != '%') parse_row(line);
  }
  return std::move(maker_).take(lines);
}

void ArffParser::parse_row(std::string_view line) {
  const char* const line_begin = line.data();
  weight_.clear();
  values_.resize(columns_.columns.size());
  if (take(line, '{')) {
    read_sparse_values(line);
  } else {
    read_values(line);
  }
  read_weight(line);
  maker_.begin_record();
  if (!is_chosen()) return;
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (values_[c].is_given) use(c, values_[c]);
  }
  for (const std::string& name : columns_.absent) maker_.add_missing(name, line_begin);
  if (!weight_.empty()) maker_.set_weight(weight_, weight_place_.data());
  maker_.end_record();
}

void ArffParser::read_value(std::string_view& rest, std::string_view ends, Value& value) {
  skip_blanks(rest);
  const std::string_view before = rest;
  const bool has_quotes = !rest.empty() && (rest.front() == '\'' || rest.front() == '"');
  if (!take_arff_word(rest, ends, value.text)) {
    fail_here(before, "expected a quote at the end of " + quoted(value.text));
  }
  // Words without quotes may hold blanks inside: they end at a comma.
  if (!has_quotes) {
    const std::size_t end = std::min(before.find_first_of(ends), before.size());
    value.text = trim(before.substr(0, end));
    rest = before.substr(end);
  }
  value.place = before.substr(0, before.size() - rest.size());
  value.is_missing = !has_quotes && (value.text == "?" || value.text.empty());
  value.is_given = true;
}

void ArffParser::read_values(std::string_view& rest) {
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (c > 0 && !take(rest, ',')) {
      fail_here(rest, fmt::format("expected {} values, as there are attributes, got {}",
                                  values_.size(), c));
    }
    read_value(rest, ",", values_[c]);
  }
}

void ArffParser::read_sparse_values(std::string_view& rest) {
  for (Value& value : values_) value.is_given = false;
  while (!take(rest, '}')) {
    const std::string_view before = rest;
    std::string word;
    take_arff_word(rest, ",}", word);
    const auto number = parse_int(word);
    if (!number || *number < 0 || static_cast<std::size_t>(*number) >= values_.size()) {
      fail_here(before, fmt::format("expected the number of an attribute from 0 to {}, got {}",
                                    values_.size() - 1, quoted(word)));
    }
    Value& value = values_[static_cast<std::size_t>(*number)];
    if (value.is_given) fail_here(before, fmt::format("attribute {} has a value already", *number));
    read_value(rest, ",}", value);
    if (!take(rest, ',') && !rest.starts_with('}')) {
      fail_here(rest, "expected ',' or '}', got " + quoted(rest.substr(0, 20)));
    }
  }
}

// `, {2.5}` behind the values.
void ArffParser::read_weight(std::string_view rest) {
  skip_blanks(rest);
  if (rest.empty() || rest.front() == '%') return;
  const std::string_view before = rest;
  if (!take(rest, ',') || !take(rest, '{')) {
    fail_here(before, fmt::format("expected the end of the line behind {} values, got {}",
                                  values_.size(), quoted(before.substr(0, 20))));
  }
  weight_place_ = rest;
  const std::size_t close = rest.find('}');
  if (close == std::string_view::npos || !trim(rest.substr(close + 1)).empty()) {
    fail_here(before, "expected a weight such as {2.5}, got " + quoted(before.substr(0, 20)));
  }
  weight_ = trim(rest.substr(0, close));
  if (weight_.empty()) fail_here(before, "expected a weight above 0, got nothing");
}

bool ArffParser::is_chosen() {
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (columns_.columns[c].role != Role::split) continue;
    const Value& value = values_[c];
    const bool has_split = value.is_given && !value.is_missing;
    return maker_.is_chosen(has_split ? std::optional<std::string_view>(value.text) : std::nullopt,
                            value.place.data(), true);
  }
  return maker_.is_chosen(std::nullopt, nullptr, false);
}

void ArffParser::use(std::size_t column, const Value& value) {
  const ArffColumn& described = columns_.columns[column];
  if (value.is_missing && described.role != Role::number) return;
  switch (described.role) {
    case Role::number:
      return use_number(described, value);
    case Role::choice:
      return use_choice(described, value);
    case Role::label:
      return use_labels(value);
    case Role::id:
      return maker_.set_id(value.text, value.place);
    case Role::text:
      return maker_.add_text(value.text, described.text_weight);
    case Role::weight:
      return maker_.set_weight(value.text, value.place.data());
    case Role::split:
    case Role::ignored:
      return;
  }
}

void ArffParser::use_number(const ArffColumn& column, const Value& value) {
  if (value.is_missing || is_nan_word(value.text)) {
    return maker_.add_missing(column.name, value.place.data());
  }
  std::string problem;
  if (!is_number(value.text)) {
    fail_here(value.place, fmt::format("attribute {}: expected a number or ?, got {}",
                                       quoted(column.name), quoted(value.text)));
  }
  const double number = finite_value(value.text, precision_, problem);
  if (!problem.empty()) {
    fail_here(value.place, fmt::format("attribute {}: {}", quoted(column.name), problem));
  }
  const char* where = value.place.data();
  if (number != 0) maker_.add_value(maker_.index_of(column.name, where), number, where);
}

void ArffParser::use_choice(const ArffColumn& column, const Value& value) {
  const auto feature = column.features.find(value.text);
  if (feature == column.features.end()) {
    fail_here(value.place, fmt::format("attribute {}: expected one of its values or ?, got {}{}",
                                       quoted(column.name), quoted(value.text),
                                       did_you_mean(value.text, column.values)));
  }
  const char* where = value.place.data();
  maker_.add_value(maker_.index_of(feature->second, where), 1, where);
}

void ArffParser::use_labels(const Value& value) {
  std::vector<std::string_view> labels;
  for_each_label(value.text, columns_.label_separator,
                 [&](std::string_view label) { labels.push_back(label); });
  if (columns_.taxonomy) drop_implied(*columns_.taxonomy, labels);
  for (const std::string_view label : labels) maker_.add_label(label, value.place);
}

void ArffParser::fail_here(std::string_view place, const std::string& message) const {
  fail_at(chunk_, place.data(), message);
}

namespace {

FieldRole role_of(Role role) {
  switch (role) {
    case Role::label:
      return FieldRole::label;
    case Role::id:
      return FieldRole::id;
    case Role::text:
      return FieldRole::text;
    case Role::split:
      return FieldRole::split;
    case Role::weight:
      return FieldRole::weight;
    case Role::ignored:
      return FieldRole::ignored;
    case Role::number:
    case Role::choice:
      break;
  }
  return FieldRole::feature;
}

class ArffReader : public FormatReader {
 public:
  explicit ArffReader(const ReadOptions& options) : options_(options) {}

  std::size_t read_header(const TextChunk& first) override {
    columns_ = read_arff_columns(first, options_);
    std::vector<std::string> names;
    for (const ArffColumn& column : columns_.columns) {
      if (role_of(column.role) == FieldRole::feature) names.push_back(column.name);
    }
    columns_.absent = absent_features(options_, names);
    if (!columns_.absent.empty() && options_.missing == MissingValues::refuse) {
      fail_at(first, first.text.data(),
              "no attribute: " + refused_missing(quoted(columns_.absent.front())));
    }
    return columns_.header_length;
  }

  RecordBlock parse(const TextChunk& chunk, std::string_view block) const override {
    return ArffParser(columns_, chunk, block, options_).parse();
  }

  bool has_splits() const override { return columns_.has(ArffColumn::Role::split); }
  std::optional<Taxonomy> taxonomy() const override { return columns_.taxonomy; }
  Cutter cutter() const override { return &cut_arff; }

  FieldSummary fields() const override {
    FieldSummary summary;
    for (const ArffColumn& column : columns_.columns) {
      summary.fields.push_back({column.name, role_of(column.role), column.text_weight});
    }
    return summary;
  }

 private:
  const ReadOptions& options_;
  ArffColumns columns_;
};

}  // namespace

std::unique_ptr<FormatReader> make_arff_reader(const ReadOptions& options,
                                               std::string_view /*beginning*/) {
  return std::make_unique<ArffReader>(options);
}

}  // namespace clade::detail

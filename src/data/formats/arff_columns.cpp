#include "data/formats/arff_columns.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "data/formats/format.h"
#include "data/text_fields.h"

namespace clade::detail {

namespace {

using Role = ArffColumn::Role;
using Kind = ArffAttribute::Kind;

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

// Yes and no as numbers are a number.
bool is_zero_or_one(const ArffAttribute& attribute) {
  return std::all_of(attribute.values.begin(), attribute.values.end(),
                     [](const std::string& value) { return value == "0" || value == "1"; });
}

Role usual_role(const ArffAttribute& attribute) {
  const std::string name = lower_case(attribute.name);
  switch (attribute.kind) {
    case Kind::numeric:
      return Role::number;
    case Kind::nominal:
      if (name == "split") return Role::split;
      return is_zero_or_one(attribute) ? Role::number : Role::choice;
    case Kind::key:
      return Role::id;
    case Kind::text:
      return name == "id" ? Role::id : name == "split" ? Role::split : Role::ignored;
    case Kind::date:
    case Kind::hierarchical:
      break;
  }
  return Role::ignored;
}

class ColumnChooser {
 public:
  ColumnChooser(const TextChunk& chunk, const ArffHeader& header, const ReadOptions& options)
      : chunk_(chunk), header_(header), options_(options) {}

  ArffColumns choose() {
    check_names();
    for (const ArffAttribute& attribute : header_.attributes) {
      result_.columns.push_back({attribute.name, usual_role(attribute), 1, {}, attribute.values});
    }
    choose_texts();
    choose_label();
    for (ArffColumn& column : result_.columns) {
      if (column.role != Role::choice) continue;
      for (const std::string& value : column.values) {
        column.features.emplace(value, column.name + "=" + value);
      }
    }
    result_.header_length = header_.length;
    return std::move(result_);
  }

 private:
  void check_names() const {
    std::unordered_set<std::string_view> seen;
    for (const ArffAttribute& attribute : header_.attributes) {
      if (seen.insert(attribute.name).second) continue;
      fail(ErrorKind::input, "{}:{}: the attribute {} occurs twice", chunk_.name, attribute.line,
           quoted(attribute.name));
    }
    if (header_.attributes.empty()) {
      fail(ErrorKind::input, "{}: expected attributes in front of @data, got none", chunk_.name);
    }
  }

  // The attribute that a parameter asks for.
  std::size_t asked(std::string_view parameter, std::string_view name) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < header_.attributes.size(); ++i) {
      if (header_.attributes[i].name == name) return i;
      names.push_back(header_.attributes[i].name);
    }
    fail_parameter(std::string(parameter), "{} has no attribute {}{}", chunk_.name, quoted(name),
                   did_you_mean(name, names));
  }

  void choose_texts() {
    for (const TextField& field : parse_text_fields("text_column", options_.text_column)) {
      const bool is_there =
          std::any_of(header_.attributes.begin(), header_.attributes.end(),
                      [&](const ArffAttribute& a) { return a.name == field.name; });
      if (options_.text_column.empty() && !is_there) return;
      const std::size_t place = asked("text_column", field.name);
      if (header_.attributes[place].kind != Kind::text) {
        if (options_.text_column.empty()) return;
        fail_parameter("text_column", "the attribute {} is no string", quoted(field.name));
      }
      result_.columns[place].role = Role::text;
      result_.columns[place].text_weight = field.weight;
    }
  }

  // `label_column`, the hierarchical attribute, or a nominal one called class.
  void choose_label() {
    std::optional<std::size_t> label;
    if (!options_.label_column.empty()) {
      label = asked("label_column", options_.label_column);
    } else {
      label = find_hierarchical();
      for (std::size_t i = 0; i < header_.attributes.size() && !label; ++i) {
        const ArffAttribute& attribute = header_.attributes[i];
        const bool is_class = lower_case(attribute.name) == "class";
        if (is_class && attribute.kind == Kind::nominal) label = i;
      }
    }
    if (!label) return;
    const ArffAttribute& attribute = header_.attributes[*label];
    if (attribute.kind == Kind::numeric || attribute.kind == Kind::date) {
      fail_parameter("label_column", "the attribute {} is a number, no label",
                     quoted(attribute.name));
    }
    result_.columns[*label].role = Role::label;
    if (attribute.kind != Kind::hierarchical) return;
    TaxonomyDraft draft{std::string(chunk_.name)};
    add_arff_classes(attribute, draft);
    result_.taxonomy = Taxonomy::from_draft(draft);
  }

  std::optional<std::size_t> find_hierarchical() const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < header_.attributes.size(); ++i) {
      if (header_.attributes[i].kind != Kind::hierarchical) continue;
      if (found) {
        fail(ErrorKind::input, "{}:{}: a second attribute is hierarchical; use `label_column`",
             chunk_.name, header_.attributes[i].line);
      }
      found = i;
    }
    return found;
  }

  const TextChunk& chunk_;
  const ArffHeader& header_;
  const ReadOptions& options_;
  ArffColumns result_;
};

}  // namespace

bool ArffColumns::has(Role role) const {
  return std::any_of(columns.begin(), columns.end(),
                     [role](const ArffColumn& column) { return column.role == role; });
}

ArffColumns read_arff_columns(const TextChunk& first, const ReadOptions& options) {
  const ArffHeader header = parse_arff_header(first.text, std::string(first.name));
  return ColumnChooser(first, header, options).choose();
}

namespace {

// The length of a header of ARFF in front of the text: up to behind the line @data, the whole text
// where that line is not there yet, 0 where the text begins with data.
std::size_t length_of_arff_header(std::string_view text) {
  constexpr std::string_view data = "@data";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r\v\f\xEF\xBB\xBF"), line.size()));
    at = std::min(end + 1, text.size());
    if (line.empty() || line.front() == '%') continue;
    if (line.front() != '@') return 0;
    const bool is_data = line.size() >= data.size() &&
                         std::equal(data.begin(), data.end(), line.begin(),
                                    [](char a, char b) { return a == (b | 0x20) || a == b; });
    if (is_data && end < text.size()) return at;
  }
  return text.size();
}

}  // namespace

std::vector<std::size_t> cut_arff(std::string_view text, std::size_t block_size) {
  const std::size_t header = length_of_arff_header(text);
  if (header == text.size()) return {};
  std::vector<std::size_t> ends = cut_lines(text.substr(header), block_size);
  for (std::size_t& end : ends) end += header;
  return ends;
}

}  // namespace clade::detail

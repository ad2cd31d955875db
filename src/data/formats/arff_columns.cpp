#include "data/formats/arff_columns.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/fail.h"
#include "base/lower_case.h"
#include "base/text.h"
#include "data/formats/format.h"

namespace clade::detail {

namespace {

using Role = ArffColumn::Role;
using Kind = ArffAttribute::Kind;

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
      : chunk_(chunk),
        header_(header),
        options_(options),
        roles_(options.fields, options.remembered, names_of(header)) {}

  ArffColumns choose() {
    check_names();
    for (const ArffAttribute& attribute : header_.attributes) {
      result_.columns.push_back({attribute.name, usual_role(attribute), 1, {}, attribute.values});
    }
    for (const FieldRoles::Asked& field : roles_.asked()) asked(field.parameter, field.name);
    choose_texts();
    choose_label();
    choose_others();
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

  static std::vector<std::string> names_of(const ArffHeader& header) {
    std::vector<std::string> names;
    for (const ArffAttribute& attribute : header.attributes) names.push_back(attribute.name);
    return names;
  }

  // The attribute that a parameter asks for.
  std::size_t asked(std::string_view parameter, std::string_view name) const {
    const std::vector<std::string> names = names_of(header_);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    fail_parameter(std::string(parameter), "{} has no attribute {}{}", chunk_.name, quoted(name),
                   did_you_mean(name, names));
  }

  void choose_texts() {
    const bool is_asked = !options_.fields.text_fields.empty();
    for (const TextField& field : roles_.texts()) {
      const std::size_t place = asked("text_fields", field.name);
      if (header_.attributes[place].kind != Kind::text) {
        if (!is_asked) continue;
        fail_parameter("text_fields", "the attribute {} is no string", quoted(field.name));
      }
      result_.columns[place].role = Role::text;
      result_.columns[place].text_weight = field.weight;
    }
  }

  // What was asked for; beside text other attributes count only where they are named.
  void choose_others() {
    const bool has_text = result_.has(Role::text);
    result_.label_separator = roles_.label_separator().empty() ? "@" : roles_.label_separator();
    for (std::size_t i = 0; i < result_.columns.size(); ++i) {
      ArffColumn& column = result_.columns[i];
      const FieldRole role = roles_.use(column.name).role;
      const bool is_value = column.role == Role::number || column.role == Role::choice;
      if (role == FieldRole::ignored && column.role != Role::label) column.role = Role::ignored;
      if (role == FieldRole::id && column.role != Role::label) column.role = Role::id;
      if (column.name == options_.fields.split_field) column.role = Role::split;
      if (column.name == options_.fields.weight_field) column.role = Role::weight;
      if (is_value && column.role != Role::ignored && role == FieldRole::unnamed &&
          (has_text || !options_.fields.feature_fields.empty())) {
        if (roles_.role_of_rest() == FieldRole::ignored) column.role = Role::ignored;
      }
    }
  }

  // `label_field`, the hierarchical attribute, or a nominal one called class.
  void choose_label() {
    std::optional<std::size_t> label;
    const std::string& remembered = options_.remembered.label_field;
    if (!options_.fields.label_field.empty()) {
      label = asked("label_field", options_.fields.label_field);
    } else if (!remembered.empty() && roles_.use(remembered).role == FieldRole::label) {
      label = asked("label_field", remembered);
    } else {
      label = find_hierarchical();
      for (std::size_t i = 0; i < header_.attributes.size() && !label; ++i) {
        const ArffAttribute& attribute = header_.attributes[i];
        const bool is_class = lower_case(attribute.name) == "class" ||
                              roles_.use(attribute.name).role == FieldRole::label;
        if (is_class && attribute.kind == Kind::nominal) label = i;
      }
    }
    if (!label) return;
    const ArffAttribute& attribute = header_.attributes[*label];
    if (attribute.kind == Kind::numeric || attribute.kind == Kind::date) {
      fail_parameter("label_field", "the attribute {} is a number, no label",
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
        fail(ErrorKind::input, "{}:{}: a second attribute is hierarchical; use `label_field`",
             chunk_.name, header_.attributes[i].line);
      }
      found = i;
    }
    return found;
  }

  const TextChunk& chunk_;
  const ArffHeader& header_;
  const ReadOptions& options_;
  FieldRoles roles_;
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

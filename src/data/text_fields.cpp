#include "data/text_fields.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

constexpr double largest_weight = 1e6;

TextField parse_field(std::string_view parameter, std::string_view word) {
  const std::size_t equals = word.rfind('=');
  TextField field{std::string(trim(word.substr(0, equals)))};
  if (field.name.empty()) {
    fail_parameter(std::string(parameter),
                   "expected NAME or NAME=WEIGHT separated by commas, got {}", quoted(word));
  }
  if (equals != std::string_view::npos) {
    const std::optional<double> weight = parse_double(trim(word.substr(equals + 1)));
    if (!weight || !(*weight > 0) || *weight > largest_weight) {
      fail_parameter(std::string(parameter),
                     "expected a weight above 0 and up to 1e6 for {}, got {}", quoted(field.name),
                     quoted(trim(word.substr(equals + 1))));
    }
    field.weight = *weight;
  }
  return field;
}

}  // namespace

std::vector<TextField> parse_text_fields(std::string_view parameter,
                                         std::string_view specification) {
  if (specification.empty()) return {{"text", 1}};
  std::vector<TextField> fields;
  for (const std::string_view word : split(specification, ',')) {
    TextField field = parse_field(parameter, word);
    const auto is_same = [&field](const TextField& other) { return other.name == field.name; };
    if (std::any_of(fields.begin(), fields.end(), is_same)) {
      fail_parameter(std::string(parameter), "{} is given twice", quoted(field.name));
    }
    if (std::find(std::begin(reserved_fields), std::end(reserved_fields), field.name) !=
        std::end(reserved_fields)) {
      fail_parameter(std::string(parameter), "{} has a meaning of its own and is no text",
                     quoted(field.name));
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace clade::detail

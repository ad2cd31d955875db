// Strict reading of JSON to say where and why a text is none; simdjson tells neither.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clade::detail {

struct JsonProblem {
  std::size_t offset;
  std::string message;
};

// The first place where `text` stops being one JSON value (RFC 8259); nothing where it is one.
std::optional<JsonProblem> find_json_problem(std::string_view text);

bool is_json_number(std::string_view text);

}  // namespace clade::detail

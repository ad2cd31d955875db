// JSON text: one line, never invalid.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace clade::detail {

// JSON has no infinity and no NaN.
nlohmann::ordered_json number_or_null(double value);

// Without a line break; bytes that are no UTF-8 are replaced.
std::string compact_json(const nlohmann::ordered_json& value);
// One line with its end.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace clade::detail

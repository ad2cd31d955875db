#include "base/json_text.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace clade::detail {

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

std::string compact_json(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string json_text(const nlohmann::ordered_json& value) { return compact_json(value) + '\n'; }

}  // namespace clade::detail

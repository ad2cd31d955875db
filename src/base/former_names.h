// Parameters that had another name once: the old one is taken as well.
#pragma once

#include <string_view>

namespace clade::detail {

constexpr std::string_view current_name(std::string_view name) {
  if (name == "text_column") return "text_fields";
  if (name == "label_column") return "label_field";
  return name;
}

}  // namespace clade::detail

// Letters of ASCII in lower case, for names that are told apart by nothing else.
#pragma once

#include <string>
#include <string_view>

namespace clade::detail {

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace clade::detail

#include "clade/error.h"

#include <algorithm>
#include <cstddef>

namespace clade {

namespace {

bool is_name(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), is_letter);
}

}  // namespace

std::string respelled(std::string_view text, const ParameterSpelling& spelling) {
  std::string out;
  while (true) {
    const std::size_t open = text.find('`');
    const std::size_t close = open == text.npos ? text.npos : text.find('`', open + 1);
    if (close == text.npos) return out.append(text);
    const std::string_view mention = text.substr(open + 1, close - open - 1);
    const std::size_t equals = std::min(mention.find('='), mention.size());
    const std::string_view name = mention.substr(0, equals);
    if (is_name(name)) {
      const std::string_view value = mention.substr(std::min(equals + 1, mention.size()));
      out.append(text.substr(0, open)).append(spelling(name, value));
      text.remove_prefix(close + 1);
    } else {  // backquotes of other texts, such as a label
      out.append(text.substr(0, close));
      text.remove_prefix(close);
    }
  }
}

}  // namespace clade

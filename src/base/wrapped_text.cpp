#include "base/wrapped_text.h"

#include <vector>

#include "base/text.h"

namespace clade::detail {

namespace {

// Words, and those that are too long for a line cut behind a '|'.
std::vector<std::string_view> pieces_of(std::string_view text, std::size_t width) {
  std::vector<std::string_view> pieces;
  for (std::string_view word : split(text, ' ')) {
    while (word.size() > width) {
      const std::size_t bar = word.rfind('|', width - 1);
      if (bar == std::string_view::npos) break;
      pieces.push_back(word.substr(0, bar + 1));
      word.remove_prefix(bar + 1);
    }
    pieces.push_back(word);
  }
  return pieces;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t page_width = 100;
  std::string out;
  std::size_t column = indent;
  for (const std::string_view word : pieces_of(text, page_width - indent)) {
    if (column > indent && column + 1 + word.size() > page_width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

}  // namespace clade::detail

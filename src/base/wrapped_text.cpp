#include "base/wrapped_text.h"

#include "base/text.h"

namespace clade::detail {

std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::size_t page_width = 100;
  std::string out;
  std::size_t column = indent;
  for (const std::string_view word : split(text, ' ')) {
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

#include "taxonomy/text_lines.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace clade::detail {

TextLines::TextLines(std::string_view text, std::string name)
    : rest_(text), name_(std::move(name)) {
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

std::optional<std::string_view> TextLines::next() {
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(' ') != std::string_view::npos) return line;
  }
  return std::nullopt;
}

std::string TextLines::place(std::size_t line) const { return fmt::format("{}:{}", name_, line); }

}  // namespace clade::detail

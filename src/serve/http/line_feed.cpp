#include "serve/http/line_feed.h"

#include <algorithm>

namespace clade::detail::serve {

namespace {

constexpr std::size_t answer_bytes = std::size_t{256} << 10;
constexpr std::size_t most_lines = 2048;

}  // namespace

bool LineFeed::has_lines() {
  searched_ = std::min(text_.find('\n', std::max(begin_, searched_)), text_.size());
  return searched_ < text_.size();
}

void LineFeed::end() {
  if (!is_empty() && text_.back() != '\n') text_ += '\n';
}

std::vector<std::string_view> LineFeed::take() {
  std::vector<std::string_view> lines;
  while (lines.size() < group_) {
    const std::size_t end = text_.find('\n', begin_);
    if (end == std::string::npos) break;
    lines.push_back(std::string_view(text_).substr(begin_, end - begin_));
    begin_ = end + 1;
  }
  return lines;
}

std::string LineFeed::answer(LineBatch& batch) {
  const std::vector<std::string_view> lines = take();
  std::string out = batch.answer(lines);
  // As many classes as are asked for in each answer, that is how long the next ones will be.
  const std::size_t line_bytes = out.size() / std::max<std::size_t>(lines.size(), 1) + 1;
  group_ = std::clamp<std::size_t>(answer_bytes / line_bytes, 1, std::min(most_lines, 4 * group_));
  if (is_empty()) {
    text_.clear();
    begin_ = searched_ = 0;
  } else if (begin_ > text_.size() / 2) {
    text_.erase(0, begin_);
    begin_ = searched_ = 0;
  }
  return out;
}

}  // namespace clade::detail::serve

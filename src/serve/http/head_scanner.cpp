#include "serve/http/head_scanner.h"

namespace clade::detail::serve {

namespace {

// Methods are capital letters: anything else, such as the greeting of TLS, is answered at once
// rather than when its time is up.
bool may_begin_request(char c) { return (c >= 'A' && c <= 'Z') || c == '\r'; }

}  // namespace

HeadScanner::Found HeadScanner::scan(std::string_view input) {
  if (seen_ == 0 && !input.empty() && !may_begin_request(input.front())) return Found::nonsense;
  while (true) {
    const std::size_t feed = input.find('\n', seen_);
    if (feed == std::string_view::npos) {
      seen_ = input.size();
      return Found::part;
    }
    if (feed == line_ || input[feed - 1] != '\r') return Found::nonsense;
    const bool is_first = line_ == begin_, is_empty = feed == line_ + 1;
    const char first = input[line_];
    if (!is_first && (first == ' ' || first == '\t')) return Found::nonsense;
    line_ = seen_ = feed + 1;
    if (is_empty && !is_first) return Found::whole;
    if (is_empty) {
      if (begin_ != 0) return Found::nonsense;
      begin_ = line_;
    }
  }
}

}  // namespace clade::detail::serve

// The header of an answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clade::detail::serve {

struct AnswerHead {
  int status = 200;
  std::string_view type;              // "" where there is no body
  std::optional<std::size_t> length;  // nothing: in chunks, or until the connection closes
  bool is_http11 = true;
  bool keep_alive = true;
  std::string_view date;
  std::string_view more = {};  // whole lines
};

std::string head_text(const AnswerHead& head);

}  // namespace clade::detail::serve

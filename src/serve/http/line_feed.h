// The lines of a body that comes piece by piece, and groups of them whose answers are of a
// reasonable size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "serve/service.h"

namespace clade::detail::serve {

class LineFeed {
 public:
  explicit LineFeed(std::size_t longest) : longest_(longest) {}

  // Where the bytes of the body are put.
  std::string& text() { return text_; }
  // There are whole lines that were not taken.
  bool has_lines();
  // The line that is coming is longer than allowed.
  bool is_too_long() { return text_.size() - begin_ > longest_ && !has_lines(); }
  // Nothing follows: what is left is a line, too.
  void end();
  bool is_empty() const { return begin_ == text_.size(); }

  // Takes the next whole lines and answers them, on any thread while nobody else uses the object.
  std::string answer(LineBatch& batch);

 private:
  std::vector<std::string_view> take();

  std::size_t longest_;
  std::string text_;
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;  // up to here there is no end of a line behind begin_
  std::size_t group_ = 16;    // lines at once
};

}  // namespace clade::detail::serve

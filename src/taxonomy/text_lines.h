// Goes through a text line by line and knows where it is, for messages.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clade::detail {

// Lines end in LF or CRLF, the last one may lack its end; a leading byte order mark and blank lines
// are passed over. The text must outlive the object and its lines.
class TextLines {
 public:
  TextLines(std::string_view text, std::string name);

  // The next line without its end, or nothing.
  std::optional<std::string_view> next();
  std::size_t number() const { return number_; }  // of the last line, from 1
  std::string place() const { return place(number_); }
  std::string place(std::size_t line) const;  // "file:line"
  const std::string& name() const { return name_; }

 private:
  std::string_view rest_;
  std::string name_;
  std::size_t number_ = 0;
};

}  // namespace clade::detail

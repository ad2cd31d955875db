// The lines of an OBO file (1.2 and 1.4): stanzas of tags and values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail {

struct OboLine {
  std::size_t number = 0;
  std::string stanza;  // of [Term] and its like; then the rest is empty
  std::string tag;
  std::string value;  // as written, escapes and comment included
};

// Goes through a text. Comments and blank lines are passed over; a backslash at the end of a line
// joins it with the next. Error{input} for a line that is neither a stanza nor `tag: value`.
class OboLines {
 public:
  OboLines(std::string_view text, std::string name);

  // Puts the next line in the place of `line`; false at the end.
  bool next(OboLine& line);

 private:
  std::optional<std::string> next_joined();

  std::string_view rest_;
  std::string name_;
  std::size_t number_ = 0;  // of the line that comes next, from 0
  std::size_t begin_ = 0;   // of the joined line
};

// A value without its comment and its trailing {modifiers}, escapes replaced.
std::string obo_text(std::string_view value);
// The same split at blanks; a blank that is written \W does not split.
std::vector<std::string> obo_words(std::string_view value);

// An id or name as OBO writes it.
std::string obo_escaped(std::string_view text);

}  // namespace clade::detail

// A text in its words and what stands between them, for showing it.
#pragma once

#include <string_view>
#include <vector>

namespace clade::detail {

struct TextPart {
  std::string_view text;
  bool is_word;
};

// Put together the parts are the text. Words are those of the tokeniser; a run of a script that is
// written without spaces is one part.
std::vector<TextPart> text_parts(std::string_view text);

}  // namespace clade::detail

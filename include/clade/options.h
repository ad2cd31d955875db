// Options by name with values of their own type: {{"C", 0.5}, {"flat", true}, {"loss", "tree"}}.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clade {

// A value as a person would write it; made from a truth value, a number or a text.
class OptionValue {
 public:
  OptionValue(bool value) : text_(value ? "true" : "false") {}
  template <std::integral Number>
  OptionValue(Number value) : text_(std::to_string(value)) {}
  OptionValue(double value);  // the fewest digits that read back to the same number
  OptionValue(const char* text) : text_(text) {}
  OptionValue(std::string_view text) : text_(text) {}
  OptionValue(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct Option {
  std::string name;  // as in docs/PARAMETERS.md, with underscores: max_epochs
  OptionValue value;
};
using Options = std::vector<Option>;

}  // namespace clade

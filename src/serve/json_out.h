// JSON straight into a string.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "clade/pipeline.h"

namespace clade::detail::serve {

// In quotes; bytes that are no UTF-8 become '?'.
void append_json_string(std::string& to, std::string_view text);
// With the fewest digits that read back to the same value. Refusal (input) where it is not finite.
void append_json_number(std::string& to, double value);
template <std::integral Whole>
void append_json_number(std::string& to, Whole value) {
  to += std::to_string(value);
}
void append_json_strings(std::string& to, std::span<const std::string> texts);
std::string json_strings(std::span<const std::string> texts);

// [{"label","score","probability","path"},...]
void append_answers(std::string& to, std::span<const Answer> answers);

}  // namespace clade::detail::serve

// Labels go into JSON and web pages, which must be UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace clade::detail {

// Well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

bool has_control_character(std::string_view text);

// Puts '?' in the place of every byte that is not part of well-formed UTF-8, and says where, in
// order. One stray byte in a text is no reason to refuse a large file, and places stay the same.
std::vector<const char*> replace_invalid_utf8(std::span<char> text);

// The code points of a text; a byte that is not part of well-formed UTF-8 stands for '?'.
std::vector<std::uint32_t> code_points(std::string_view text);

// The longest beginning of at most `most` bytes that cuts no letter in two.
std::string_view whole_letters(std::string_view text, std::size_t most);

}  // namespace clade::detail

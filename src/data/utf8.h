// Labels go into JSON and web pages, which must be UTF-8.
#pragma once

#include <string_view>

namespace clade {

// Well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

}  // namespace clade

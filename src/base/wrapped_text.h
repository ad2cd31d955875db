// Text in lines that fit a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clade::detail {

// Lines of at most 100 characters; those after the first begin with `indent` blanks, where the
// first is to be put, too.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace clade::detail

// Text inside HTML.
#pragma once

#include <string>
#include <string_view>

namespace clade::detail::report {

// Text that stays text, in elements and in quoted attributes.
std::string escaped(std::string_view text);

}  // namespace clade::detail::report

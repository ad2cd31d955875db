// The pages of web/, bundled when the program is built.
#pragma once

#include <string_view>

namespace clade::detail::report {

// The text of a page with @DATA@ in the place of its data; empty where there is none of that name,
// or where the program was built without the pages.
std::string_view built_page(std::string_view name);

}  // namespace clade::detail::report

// In the place of the built pages where there is no Node.js.
#include "report/built_pages.h"

namespace clade::detail::report {

std::string_view built_page(std::string_view /*name*/) { return {}; }

}  // namespace clade::detail::report

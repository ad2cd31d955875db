// In the place of the built pages where there is no Node.js.
#include "report/built_pages.h"

namespace clade::report {

std::string_view built_page(std::string_view /*name*/) { return {}; }

}  // namespace clade::report

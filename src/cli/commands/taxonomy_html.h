// clade taxonomy show --html: the taxonomy as a page for a browser.
#pragma once

#include <string>

#include "cli/options/arguments.h"
#include "report/taxonomy_page.h"

namespace clade::detail::cli {

// Before anything is read: can the page be made, and is its file none of those that are read?
void check_html_output(const std::string& file, const Arguments& arguments);

// arguments: T [DATA...], from which the page has its title.
void write_html(const std::string& file, const Arguments& arguments,
                const report::TaxonomyPicture& picture);

}  // namespace clade::detail::cli

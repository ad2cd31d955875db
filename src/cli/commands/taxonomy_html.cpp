#include "cli/commands/taxonomy_html.h"

#include <filesystem>

#include "clade/label_space.h"
#include "cli/options/options.h"
#include "report/page.h"

namespace clade::detail::cli {

namespace {

// The name of the file that the taxonomy comes from, without its folder.
std::string title_of(const Arguments& arguments) {
  const TaxonomySource source = TaxonomySource::from_option(arguments.front());
  const bool given = source.kind == TaxonomySource::Kind::given;
  return std::filesystem::path(given ? arguments.front() : arguments[1]).filename().string();
}

}  // namespace

void check_html_output(const std::string& file, const Arguments& arguments) {
  check_output_file("taxonomy show: --html", file, paths_from(arguments, 0));
  report::require_page("taxonomy");
  check_can_be_written("taxonomy show: --html", file, "a page");
}

void write_html(const std::string& file, const Arguments& arguments,
                const report::TaxonomyPicture& picture) {
  report::write_taxonomy_page(file, title_of(arguments), picture);
}

}  // namespace clade::detail::cli

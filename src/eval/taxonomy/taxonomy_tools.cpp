// Taxonomies as text.
#include "clade/taxonomy_tools.h"

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

namespace {

constexpr std::string_view paths_with = "paths:";

}  // namespace

}  // namespace clade::detail

namespace clade {

using namespace detail;

std::string taxonomy_text(const Taxonomy& taxonomy, const std::string& format) {
  const TaxonomyDocument document{taxonomy, {}, {}};
  if (format.starts_with(paths_with) && format.size() > paths_with.size()) {
    return taxonomy_text(document, taxonomy_format_of("", "paths"),
                         format.substr(paths_with.size()));
  }
  return taxonomy_text(document, taxonomy_format_of("", format));
}

void write_taxonomy(const std::filesystem::path& file, const Taxonomy& taxonomy,
                    const std::string& format) {
  const TaxonomyFormat* by_ending = format_by_ending(file.string());
  if (format.empty() && by_ending == nullptr) {
    fail(ErrorKind::usage, "{}: cannot tell the format from the name; expected {}",
         quoted(file.string()), taxonomy_format_names());
  }
  AtomicFile output(file);
  output.write(taxonomy_text(taxonomy, format.empty() ? std::string(by_ending->name) : format));
  output.commit();
}

}  // namespace clade

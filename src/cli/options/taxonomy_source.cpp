#include "cli/options/taxonomy_source.h"

#include <utility>

#include "base/fail.h"
#include "clade/label_space.h"

namespace clade::detail::cli {

std::optional<FileSource> data_of(const std::string& command, const Arguments& words,
                                  const DataOptions& options) {
  auto paths = paths_from(words, 1);
  if (!paths.empty()) return FileSource(std::move(paths), options.files, "");
  if (TaxonomySource::from_option(words.front()).kind == TaxonomySource::Kind::given) return {};
  fail(ErrorKind::usage, "{}: DATA is missing: a taxonomy from paths is made of its labels",
       command);
}

std::string shown_name(const Taxonomy& taxonomy, NodeId node) {
  return taxonomy.name(node).empty() ? "(root)" : std::string(taxonomy.name(node));
}

}  // namespace clade::detail::cli

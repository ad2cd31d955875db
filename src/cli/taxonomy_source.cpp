#include "cli/taxonomy_source.h"

#include <utility>

#include "base/fail.h"
#include "clade/label_space.h"
#include "cli/options.h"
#include "data/read.h"

namespace clade::cli {

namespace {

Taxonomy taxonomy_from(const TaxonomySource& source, const Records& records) {
  if (source.kind == TaxonomySource::Kind::given) return Taxonomy::read(source.file);
  return LabelSpace(source, LabelNodes::terminal, records.label_names).taxonomy();
}

}  // namespace

TaxonomyInput read_taxonomy_input(const std::string& command, const Words& words,
                                  const DataOptions& options) {
  const TaxonomySource source = TaxonomySource::from_option(words.front());
  const auto paths = paths_from(words, 1);
  if (source.kind != TaxonomySource::Kind::given && paths.empty()) {
    fail(ErrorKind::usage, "{}: DATA is missing: a taxonomy from paths is made of its labels",
         command);
  }
  Records records;
  if (!paths.empty()) {
    ThreadPool pool(static_cast<unsigned>(options.threads));
    records = read_records(paths, read_options(options, Precision::single, ""), pool);
  }
  Taxonomy taxonomy = taxonomy_from(source, records);
  return {std::move(taxonomy), std::move(records)};
}

std::string shown_name(const Taxonomy& taxonomy, NodeId node) {
  return taxonomy.name(node).empty() ? "(root)" : std::string(taxonomy.name(node));
}

}  // namespace clade::cli

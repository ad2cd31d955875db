#include "cli/taxonomy_source.h"

#include <utility>

#include "base/fail.h"
#include "base/threads.h"
#include "clade/label_space.h"
#include "data/read.h"

namespace clade::cli {

std::optional<Records> read_labels(const std::string& command, const Words& words,
                                   const DataOptions& options, const TextAnalyzer* analyzer) {
  const auto paths = paths_from(words, 1);
  if (paths.empty()) {
    if (TaxonomySource::from_option(words.front()).kind == TaxonomySource::Kind::given) return {};
    fail(ErrorKind::usage, "{}: DATA is missing: a taxonomy from paths is made of its labels",
         command);
  }
  ThreadPool pool(static_cast<unsigned>(options.threads));
  ReadOptions read = read_options(options, Precision::single, "");
  read.analyzer = analyzer;
  return read_records(paths, read, pool);
}

TaxonomyDocument read_document(const std::string& name, const TaxonomyOptions& options,
                               const Records& records) {
  const TaxonomySource source = taxonomy_source(name, options);
  if (source.kind == TaxonomySource::Kind::given) {
    return read_taxonomy_document(source.file, source.reading);
  }
  return {LabelSpace(source, LabelNodes::all, records.label_names).taxonomy(), {}, {}};
}

std::string shown_name(const Taxonomy& taxonomy, NodeId node) {
  return taxonomy.name(node).empty() ? "(root)" : std::string(taxonomy.name(node));
}

}  // namespace clade::cli

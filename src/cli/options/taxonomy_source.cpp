#include "cli/options/taxonomy_source.h"

#include <utility>

#include "base/fail.h"
#include "base/threads.h"
#include "clade/label_space.h"

namespace clade::detail::cli {

namespace {

// Nothing where there are no data, and none are needed.
std::optional<FileSource> data_of(const std::string& command, const Words& words,
                                  const DataOptions& options) {
  auto paths = paths_from(words, 1);
  if (!paths.empty()) return FileSource(std::move(paths), options.files, "");
  if (TaxonomySource::from_option(words.front()).kind == TaxonomySource::Kind::given) return {};
  fail(ErrorKind::usage, "{}: DATA is missing: a taxonomy from paths is made of its labels",
       command);
}

}  // namespace

std::optional<Records> read_labels(const std::string& command, const Words& words,
                                   const DataOptions& options) {
  const std::optional<FileSource> source = data_of(command, words, options);
  if (!source) return std::nullopt;
  ThreadPool pool(static_cast<unsigned>(options.threads));
  return source->read(source->options(Precision::single, nullptr), pool);
}

std::optional<Records> read_vectors_of(const std::string& command, const Words& words,
                                       const DataOptions& options) {
  const std::optional<FileSource> source = data_of(command, words, options);
  if (!source) return std::nullopt;
  ThreadPool pool(static_cast<unsigned>(options.threads));
  return read_vectors(*source, {}, Precision::single, pool).records;
}

TaxonomyDocument read_document(const std::string& name, const TaxonomyOptions& options,
                               const Records& records) {
  const TaxonomySource source = taxonomy_source(name, options);
  if (source.kind == TaxonomySource::Kind::given) {
    return read_taxonomy_document(source.file, source.read_options);
  }
  return {LabelSpace(source, LabelNodes::all, records.label_names).taxonomy(), {}, {}};
}

std::string shown_name(const Taxonomy& taxonomy, NodeId node) {
  return taxonomy.name(node).empty() ? "(root)" : std::string(taxonomy.name(node));
}

}  // namespace clade::detail::cli

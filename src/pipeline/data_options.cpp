#include "pipeline/data_options.h"

#include "base/text.h"

namespace clade::detail {

ReadOptions read_options(const FileOptions& options, Precision precision,
                         std::string_view default_split, const Vectoriser* trained) {
  ReadOptions read;
  read.format = options.format;
  read.precision = precision;
  read.encoding = options.encoding;
  read.fields = options.places;
  if (trained != nullptr) read.remembered = trained->fitted().places;
  const std::string_view names = options.split.empty() ? default_split : options.split;
  if (names.empty() || names == "all") return read;
  for (const std::string_view name : split(names, ',')) read.splits.emplace_back(name);
  read.needs_splits = !options.split.empty();
  return read;
}

TaxonomyReadOptions TaxonomyOptions::read_options() const {
  TaxonomyReadOptions reading;
  reading.format = format;
  if (format.starts_with("paths:")) {
    reading.format = "paths";
    reading.separator = format.substr(6);
  }
  reading.naming = names;
  reading.language = language;
  reading.part_of = part_of;
  return reading;
}

TaxonomySource taxonomy_source(const std::string& taxonomy, const TaxonomyOptions& options) {
  TaxonomySource source = TaxonomySource::from_option(taxonomy);
  source.read_options = options.read_options();
  return source;
}

}  // namespace clade::detail

// How the file of a taxonomy is read: options of every command that takes one.
#pragma once

#include <string>
#include <tuple>

#include "base/params.h"
#include "clade/label_space.h"
#include "data/enum_names.h"

namespace clade::cli {

struct TaxonomyOptions {
  std::string format;
  NodeNaming names = NodeNaming::usual;
  std::string language = "en";
  bool part_of = false;

  static constexpr auto fields() {
    using P = TaxonomyOptions;
    return std::tuple{
        Field{"taxonomy_format", &P::format, any_text,
              "the format of the taxonomy, where its name does not tell: edges|indented|json|obo|"
              "turtle|ntriples|mesh|paths (paths:SEP)|arff"},
        PlainField{"taxonomy_names", &P::names,
                   "what nodes of OBO, SKOS and MeSH are called: their codes, their words, or what "
                   "is usual there (SKOS: words, others: codes)"},
        Field{"language", &P::language, any_text, "the language of the words in SKOS"},
        PlainField{"part_of", &P::part_of, "OBO: relationship: part_of is an edge, too"}};
  }

  TaxonomyReading reading() const {
    TaxonomyReading reading;
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
};

// What --taxonomy names: "" | paths | paths:SEP | a file's name.
inline TaxonomySource taxonomy_source(const std::string& option, const TaxonomyOptions& options) {
  TaxonomySource source = TaxonomySource::from_option(option);
  source.reading = options.reading();
  return source;
}

}  // namespace clade::cli

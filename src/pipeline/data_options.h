// How files of data and taxonomies are read, as parameters that every front end offers.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "base/params.h"
#include "clade/label_space.h"
#include "data/enum_names.h"
#include "data/read.h"
#include "data/taxonomy_file.h"
#include "text/vectoriser.h"

namespace clade::detail {

struct FileOptions {
  std::string format;
  std::string split;
  std::string text_fields;
  std::string text_column;
  std::string label_column;

  static constexpr auto fields() {
    using P = FileOptions;
    return std::tuple{
        Field{"format", &P::format, any_text,
              "the format of DATA, where its name does not tell: svm|jsonl|tsv|csv|arff|pack"},
        Field{"split", &P::split, any_text,
              "records whose field 'split' is one of these names, separated by commas; all: every "
              "record"},
        Field{"text_fields", &P::text_fields, any_text,
              "fields of .jsonl with text, each with a weight where it is not 1: title=2,text"},
        Field{"text_column", &P::text_column, any_text,
              "columns of .tsv, .csv and .arff with text, in the same way"},
        Field{"label_column", &P::label_column, any_text,
              "the column of .tsv, .csv and .arff with the labels"}};
  }
};

// What the readers are told. `default_split` is taken where the data say what is for training and
// what for testing and the options do not choose; "" is every record. Texts stand where they stood
// when `trained` was fitted (null: nowhere yet), unless the options say otherwise.
ReadOptions read_options(const FileOptions& options, Precision precision,
                         std::string_view default_split, const Vectoriser* trained = nullptr);

// What a model is to remember of them.
TextPlaces text_places(const FileOptions& options);

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

  TaxonomyReadOptions read_options() const;
};

// `taxonomy` is "" | paths | paths:SEP | a file's name.
TaxonomySource taxonomy_source(const std::string& taxonomy, const TaxonomyOptions& options);

}  // namespace clade::detail

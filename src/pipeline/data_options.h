// How files of data and taxonomies are read, as parameters that every front end offers.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "base/params.h"
#include "clade/examples.h"
#include "clade/label_space.h"
#include "data/enum_names.h"
#include "data/read.h"
#include "data/taxonomy_file.h"
#include "text/vectoriser.h"

namespace clade::detail {

template <>
struct EnumNames<UnknownLabels> {
  static constexpr std::array values{std::pair{"error", UnknownLabels::error},
                                     std::pair{"skip", UnknownLabels::skip},
                                     std::pair{"prefix", UnknownLabels::prefix}};
};

struct FileOptions {
  std::string format;
  std::string split;
  FieldOptions places;
  std::string encoding = "auto";
  std::string labels_file;
  UnknownLabels unknown_labels = UnknownLabels::error;

  static constexpr auto fields() {
    using P = FileOptions;
    return std::tuple{
        Field{"format", &P::format, any_text,
              "the format of DATA, where neither its name nor its content tells: svm|jsonl|tsv|csv|"
              "arff|fasttext|text|pack|npy|npz"},
        Field{"split", &P::split, any_text,
              "records whose field 'split' is one of these names, separated by commas; all: every "
              "record"},
        Nested{&P::places},
        Field{"encoding", &P::encoding, any_text,
              "how letters are stored: auto|utf-8|utf-16|utf-16le|utf-16be|windows-1252"},
        Field{
            "labels_file", &P::labels_file, any_text,
            "the labels of the records, a line for each, where DATA have none: for .npy and plain "
            "text; unless given NAME.labels beside NAME.npy"},
        PlainField{"unknown_labels", &P::unknown_labels,
                   "what to do with labels that the taxonomy does not have: stop; leave them out; "
                   "or take of a path such as A/01/B the longest part that it has"}};
  }
};

// What the readers are told. `default_split` is taken where the data say what is for training and
// what for testing and the options do not choose; "" is every record. Fields stand where they stood
// when `trained` was fitted (null: nowhere yet), unless the options say otherwise.
ReadOptions read_options(const FileOptions& options, Precision precision,
                         std::string_view default_split, const Vectoriser* trained = nullptr);

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
              "turtle|ntriples|mesh|paths (paths:SEP)|arff|table"},
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

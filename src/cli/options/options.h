// Options that several commands share.
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "base/params.h"
#include "cli/options/arguments.h"
#include "data/read.h"
#include "text/vectoriser.h"

namespace clade::cli {

struct DataOptions {
  std::string format;
  std::string split;
  std::string text_fields;
  std::string text_column;
  std::string label_column;
  int threads = 0;

  static constexpr auto fields() {
    using P = DataOptions;
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
              "the column of .tsv, .csv and .arff with the labels"},
        Field{"threads", &P::threads, thread_count, "how many threads to use"}};
  }
};

// What the readers are told. `default_split` is taken where the data say what is for training and
// what for testing and --split does not choose; "" is every record.
ReadOptions read_options(const DataOptions& options, Precision precision,
                         const char* default_split);

// The same for a model's vectoriser, null where it has none: texts stand where they stood in
// training, unless the options say otherwise.
ReadOptions read_options(const DataOptions& options, Precision precision, const char* default_split,
                         const Vectoriser* trained);
// What a model is to remember of them.
TextPlaces text_places(const DataOptions& options);

// What to say about DATA in every help.
inline constexpr const char* data_help =
    "files of documents or vectors: .jsonl, .tsv, .csv, .arff or .svm, plain, .gz or .zst, or .pack "
    "(docs/DATA_FORMATS.md); '-' is standard input";
inline constexpr const char* taxonomy_help =
    "a file with a taxonomy: lines parent<TAB>child, indented text, JSON, OBO, SKOS, MeSH, ARFF "
    "(docs/DATA_FORMATS.md), or 'paths' (paths:SEP) where labels are paths such as A/B/C";

// Error{usage} where the file to write is also read (or written as something else): `others` may
// hold names that are no files.
void check_output_file(const std::string& flag, const std::string& file,
                       const std::vector<std::filesystem::path>& others);
// Before long work: Error{usage} for standard output, Error{environment} where the file cannot be
// written. `what` it is, for the message: a model, a page.
void check_can_be_written(const std::string& flag, const std::string& file, const char* what);

// Values in all rows.
std::size_t count_features(const Records& records);

// What a person should know about the records that were read; "" where there is nothing.
std::string reading_warning(const Records& records);

std::vector<std::filesystem::path> paths_from(const Words& words, std::size_t first);

}  // namespace clade::cli

// Options that several commands share.
#pragma once

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "base/params.h"
#include "cli/options/arguments.h"
#include "pipeline/data_options.h"
#include "pipeline/read.h"

namespace clade::detail::cli {

inline constexpr const char* quiet_help =
    "neither progress nor notes; where a model answers, no warnings either";

// Of every command that reads data.
struct DataOptions {
  FileOptions files;
  int threads = 0;
  bool quiet = false;

  static constexpr auto fields() {
    using P = DataOptions;
    return std::tuple{Nested{&P::files},
                      Field{"threads", &P::threads, thread_count, "how many threads to use"},
                      PlainField{"quiet", &P::quiet, quiet_help}};
  }
};

// What to say about DATA in every help.
inline constexpr const char* data_help =
    "files of documents or vectors: .csv, .tsv, .jsonl, .json, .arff, .svm, text, plain, .gz or "
    ".zst, or .pack, .npy, .npz (docs/DATA_FORMATS.md); '-' is standard input";
inline constexpr const char* taxonomy_help =
    "a file with a taxonomy: lines parent<TAB>child, indented text, a spreadsheet, JSON, OBO, "
    "SKOS, MeSH, ARFF (docs/DATA_FORMATS.md), or 'paths' (paths:SEP) where labels are paths such "
    "as A/B/C";

// Error{usage} where the file to write is also read (or written as something else): `others` may
// hold names that are no files.
void check_output_file(const std::string& flag, const std::string& file,
                       const std::vector<std::filesystem::path>& others);
// For -o of a command that writes its result to standard output unless told otherwise: both of the
// checks beside this one, where a file is named.
void check_result_file(const std::string& flag, const std::string& file,
                       const std::vector<std::filesystem::path>& others);
inline constexpr const char* result_file_help =
    "write to this file, whole or not at all, and not to standard output";
// Before long work: Error{usage} for standard output, Error{environment} where the file cannot be
// written. `what` it is, for the message: a model, a page.
void check_can_be_written(const std::string& flag, const std::string& file, const char* what);

std::vector<std::filesystem::path> paths_from(const Arguments& words, std::size_t first);

}  // namespace clade::detail::cli

// Data files to Records: the format by the name or by option, plain or compressed, on all cores.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/threads.h"
#include "data/feature_names.h"
#include "data/fields.h"
#include "data/missing_values.h"
#include "data/records.h"
#include "data/shard.h"
#include "data/text_analyzer.h"

namespace clade::detail {

struct ReadOptions {
  std::string format;  // "" by the file's name, else by its content
  Precision precision = Precision::single;
  std::string encoding;  // "" to find it out

  // Turns texts into terms while they are read; without one, texts are passed over.
  const TextAnalyzer* analyzer = nullptr;
  // Keep the beginnings of texts, this many bytes of each record (Records::snippets).
  std::size_t snippet_bytes = 0;
  // In place of terms: a text becomes the row of its characters, the code point of the k-th at
  // index k.
  bool character_sequences = false;
  // The names that a model knows: no others are taken. Must outlive the reading only.
  const FeatureNames* known_names = nullptr;
  // Names that have their numbers already: new ones come behind. Not with known_names. Must outlive
  // the reading only.
  const FeatureNames* first_names = nullptr;

  MissingValues missing = MissingValues::leave_out;
  // The features, sorted, that a model has numbers for: in a table or a dense matrix without a
  // column of that name or number their values are missing. Needs known_names or first_names.
  // Must outlive the reading only.
  const std::vector<std::uint32_t>* numeric_features = nullptr;

  FieldOptions fields;      // what the call says
  FieldOptions remembered;  // what a model says, where the call says nothing

  // The records whose `split` is one of these; empty: every record. A file whose first record has
  // no split has none, and every record of it is taken unless `needs_splits`.
  std::vector<std::string> splits;
  bool needs_splits = false;

  // Make Records::fingerprints.
  bool fingerprints = false;

  // The part of all that is read; it may hold no record.
  Shard shard;

  // Bytes of text that one thread works on at a time. The records are the same for any number.
  std::size_t block_size = std::size_t{1} << 20;
};

// "-" is standard input; a path with * ? or [ that is no file stands for all that match, in order.
// Several paths are read one after the other as one set.
Records read_records(std::span<const std::filesystem::path> paths, const ReadOptions& options,
                     ThreadPool& pool);

// The numeric features of a model that a table with these columns lacks, where options ask for
// missing values; else none.
std::vector<std::string> absent_features(const ReadOptions& options,
                                         const std::vector<std::string>& columns);

// One positive weight per line, as many as there are records.
std::vector<double> read_weights(const std::filesystem::path& path, std::size_t records);

}  // namespace clade::detail

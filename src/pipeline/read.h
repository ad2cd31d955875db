// Records as training and models want them, from files or memory: what is left out or looks like a
// mistake is reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "clade/examples.h"
#include "clade/method.h"
#include "clade/model.h"
#include "clade/reporter.h"
#include "data/read.h"
#include "pipeline/data_options.h"

namespace clade::detail {

// Where records come from.
struct RecordSource {
  virtual ~RecordSource() = default;
  virtual std::string name() const = 0;  // for messages
  // How it is read: in this precision, with texts where they stood when `trained` was fitted (null:
  // nowhere yet). Whoever reads adds how texts become features.
  virtual ReadOptions options(Precision precision, const Vectoriser* trained) const = 0;
  virtual Records read(const ReadOptions& options, ThreadPool& pool) const = 0;
  // Some of the first records, or none where what is read cannot be read again.
  virtual Records sample(const ReadOptions& options, ThreadPool& pool) const = 0;
  // The size of the data in bytes; 0 where it is not known.
  virtual std::uintmax_t bytes() const { return 0; }
  // What is to become of labels that a taxonomy does not have.
  virtual UnknownLabels unknown_labels() const { return UnknownLabels::error; }
};

struct FileSource : RecordSource {
  std::vector<std::filesystem::path> paths;
  FileOptions files;
  std::string default_split;      // as for read_options
  std::string weights;            // a file with one positive weight per record; "": none
  std::size_t snippet_bytes = 0;  // how much of each text is kept for people to read
  Shard shard;                    // the part that one of several ranks reads

  FileSource(std::vector<std::filesystem::path> file_paths, FileOptions file_options,
             std::string split_by_default)
      : paths(std::move(file_paths)),
        files(std::move(file_options)),
        default_split(std::move(split_by_default)) {}

  std::string name() const override { return paths.front().string(); }
  ReadOptions options(Precision precision, const Vectoriser* trained) const override;
  Records read(const ReadOptions& options, ThreadPool& pool) const override;
  Records sample(const ReadOptions& options, ThreadPool& pool) const override;
  std::uintmax_t bytes() const override;
  UnknownLabels unknown_labels() const override { return files.unknown_labels; }
};

// Files take this part where they say what is for training and what for testing, and their options
// do not choose.
std::shared_ptr<const RecordSource> source_of(const Examples& examples, std::string default_split);

// What becomes of texts and numbers while they are read.
struct RecordForm {
  Precision precision = Precision::single;
  bool character_sequences = false;  // rows are the characters of texts
  bool fingerprints = false;         // Records::fingerprints are made
  // What is left open follows the data; so missing values stay NaN until it is known what becomes
  // of them.
  bool adapts = false;

  static RecordForm of(const Method& method, bool fingerprints = false) {
    const MethodTraits traits = method.traits();
    return {traits.precision, traits.takes_strings(), fingerprints, traits.adapts_to_data};
  }
};

// The labelled records for training; of several ranks each has those of its shard, with one
// numbering of names (agree_on_names). Error{input} where there are none, or none has a text where
// the form needs one; warns of records that are left out.
Records read_for_training(const RecordSource& source, const TextParams& text, RecordForm form,
                          ThreadPool& pool, Reporter& reporter,
                          Communicator& peers = single_rank());

// How to read for a model: with its words and named features, behind its vectoriser's analyzer.
struct ModelReader {
  std::unique_ptr<TextAnalyzer> analyzer;
  ReadOptions options;  // point to the analyzer and into the model
};
ModelReader reader_for(const Model& model, const RecordSource& source);

// With the model's words and named features, through its vectoriser. Warns where no record has
// anything that the model knows. Answers alone need no fingerprints, which tell records of the
// training set from others. Of several ranks each has the records of its shard, with the ids that
// they have among all.
enum class RecordsFor { answers, measures };
Records read_for_model(const Model& model, const RecordSource& source, ThreadPool& pool,
                       Reporter& reporter, RecordsFor use = RecordsFor::measures,
                       Communicator& peers = single_rank());

// The same piece by piece, until `take` returns false: for inputs of any length. Texts are kept
// whole (Records::snippets); `analyzer` is the model's, null where it has none.
void stream_for_model(
    const Model& model, const FileSource& source, ThreadPool& pool,
    const std::function<bool(const Records& piece, const TextAnalyzer* analyzer)>& take);

// All records as vectors that a vectoriser makes which is fitted on them, and that vectoriser.
struct FittedVectors {
  Records records;
  Vectoriser vectoriser;
};
FittedVectors read_vectors(const RecordSource& source, const TextParams& text, Precision precision,
                           ThreadPool& pool);

// Warns where features were left out because the model does not know them.
void warn_of_unknown_features(std::size_t count, Reporter& reporter);

// Takes out the records without a label, with a warning. Error{input} where none has one.
void keep_labelled(Records& records, const std::string& name, Reporter& reporter,
                   Communicator& peers = single_rank());
// The same without a word; returns how many there were.
std::size_t drop_unlabelled(Records& records);

// Values in all rows.
std::size_t count_features(const Records& records);
// Error{input} where no record has a feature. `name` is the source's.
void check_has_features(const Records& records, const std::string& name,
                        Communicator& peers = single_rank());

// What is said of bytes that were no UTF-8, texts that the model has no words for, and records
// without a label, where there are any.
void warn_of_replaced_bytes(std::size_t count, Reporter& reporter);
// How many values are missing and what takes their place, where there are any.
void say_missing(const Records& records, Missing treatment, Reporter& reporter);
// Tables that have no column for a numeric feature of the model.
void warn_of_absent_columns(const Records& records, const Vectoriser& vectoriser,
                            Reporter& reporter);
// How missing values are read for a model that has the vectoriser, which must outlive the options.
void read_missing_for(const Vectoriser& vectoriser, ReadOptions& read);
// The first, and records that were left out because they say no split.
void warn_of_reading(const Records& records, Reporter& reporter);
// A line on which fields of each file are texts, labels, features and so on.
void say_fields(const Records& records, Reporter& reporter);
// Of files for a model: what was found out about them and may be wrong.
void say_guesses(const Records& records, Reporter& reporter);
// Labels such as A;B beside A and B.
void warn_of_joined_labels(const Records& records, Reporter& reporter);
void warn_of_unread_texts(Reporter& reporter);
void warn_of_unlabelled(std::size_t count, std::size_t all, Reporter& reporter);

}  // namespace clade::detail

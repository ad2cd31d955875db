// All that a comparison reads of the data, once for each way of reading texts.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/threads.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"
#include "pipeline/read.h"

namespace clade::detail {

// Where the records of a comparison come from.
struct ComparisonSources {
  const RecordSource& train;
  const RecordSource* test = nullptr;  // null: records of `train` test
  const RecordSource* tune = nullptr;  // to choose options on; null: parts of the training records
};

// Passes every warning on once: each way of reading would give the same again.
class DistinctWarnings : public Reporter {
 public:
  explicit DistinctWarnings(Reporter& outer) : outer_(outer) {}
  void on_stage(std::string_view what) override { outer_.on_stage(what); }
  void on_note(std::string_view message) override { outer_.on_note(message); }
  void on_warning(std::string_view message) override {
    if (told_.emplace(message).second) outer_.on_warning(message);
  }
  bool stop_requested() const override { return outer_.stop_requested(); }

 private:
  Reporter& outer_;
  std::set<std::string> told_;
};

class ComparisonReader {
 public:
  struct Options {
    // Files that say which records are for testing are tested on these.
    bool splits_by_field = true;
    std::size_t snippet_bytes = 0;
  };
  // All arguments but the options must outlive this object.
  ComparisonReader(const ComparisonSources& sources, const TaxonomySource& taxonomy,
                   Options options, ThreadPool& pool, Reporter& reporter)
      : sources_(sources), given_(taxonomy), options_(options), pool_(pool), reporter_(reporter) {}

  std::shared_ptr<const ComparisonRecords> records_for(const Configured& configured);
  // Resolved with the records that were read first.
  const TaxonomySource& taxonomy() const { return *taxonomy_; }

 private:
  ComparisonRecords read(const Configured& configured);
  Records read_part(const RecordSource& source, const char* default_split,
                    const Configured& configured);
  Records read_test_part(const FileSource& files, const Configured& configured);

  const ComparisonSources& sources_;
  const TaxonomySource& given_;
  Options options_;
  ThreadPool& pool_;
  DistinctWarnings reporter_;
  std::map<std::string, std::shared_ptr<const ComparisonRecords>> by_key_;
  std::optional<TaxonomySource> taxonomy_;
};

// The labelled records that a method is to see, and the taxonomy that they are in.
struct LabelledRecords {
  Records records;
  TaxonomySource taxonomy;
};
LabelledRecords read_labelled(const RecordSource& source, const char* default_split,
                              std::size_t snippet_bytes, const TaxonomySource& taxonomy,
                              const Configured& configured, ThreadPool& pool, Reporter& reporter,
                              bool tells_of_taxonomy = true);

}  // namespace clade::detail

// All that `clade compare` reads of the data, once for each way of reading texts.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/reporter.h"
#include "cli/options/compare_options.h"
#include "eval/compare/contender.h"

namespace clade::detail::cli {

class Readings {
 public:
  using Paths = std::vector<std::filesystem::path>;
  // All arguments must outlive this object.
  Readings(const CompareOptions& options, const Paths& paths, ThreadPool& pool, Reporter& reporter)
      : options_(options), paths_(paths), pool_(pool), reporter_(reporter) {}

  std::shared_ptr<const Reading> of(const Configured& configured);
  // Of the data that were read first.
  const TaxonomySource& taxonomy() const { return *taxonomy_; }

 private:
  Reading read(const Configured& configured);
  Records read_part(const Paths& paths, const Configured& configured, const std::string& split,
                    const char* default_split);
  bool is_split_by_field(const Records& records) const;
  bool trains_on_test() const;
  Paths paths_with_splits(const Configured& configured);

  const CompareOptions& options_;
  const Paths& paths_;
  ThreadPool& pool_;
  Reporter& reporter_;
  std::map<std::string, std::shared_ptr<const Reading>> by_key_;
  std::optional<TaxonomySource> taxonomy_;
};

}  // namespace clade::detail::cli

// Examples as candidates see them: read once for each way of reading, cut and turned into vectors
// once for each way of doing that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"
#include "eval/search/rungs.h"
#include "pipeline/prepare.h"

namespace clade::detail {

// What a fold trains on and what it is measured on, which went through the vectoriser of the first.
struct FoldSet {
  TrainingSet train;
  Records test;
};
using FoldSets = std::vector<FoldSet>;

// Where the examples of a search come from; all must outlive the search.
struct SearchSource {
  const RecordSource& records;
  TrainingPlan plan;  // its text options are those of the candidate
};

class FoldSetCache {
 public:
  FoldSetCache(SearchSource source, std::uint64_t seed, ThreadPool& pool, Reporter& reporter)
      : source_(std::move(source)),
        taxonomy_(source_.plan.taxonomy),
        seed_(seed),
        pool_(pool),
        reporter_(reporter) {}

  // Read with the candidate's options. The first reading reports what it finds, the others would
  // say the same.
  std::shared_ptr<const Records> records_for(const Configured& configured);
  // The sets that were made of the first records; others have the same examples.
  const std::vector<Rung>& rungs_for(const Configured& configured);
  // With everything that the method leaves open as all examples decide it: folds may decide
  // otherwise.
  Configured settled(Configured configured);
  std::shared_ptr<const FoldSets> sets_for(const Configured& configured, std::size_t rung);

  const std::vector<Rung>& rungs() const { return rungs_; }  // after rungs_for()
  const TaxonomySource& taxonomy() const { return taxonomy_; }

 private:
  template <class Value>
  using Entries = std::list<std::pair<std::string, std::shared_ptr<const Value>>>;

  struct WholeData {
    LabelSpace labels;
    Dataset data;
  };
  const WholeData& whole(const Configured& configured);
  FoldSet make(const Records& records, const Split& fold, const Configured& configured) const;

  SearchSource source_;
  TaxonomySource taxonomy_;  // settled, once the examples were read
  std::uint64_t seed_;
  ThreadPool& pool_;
  Reporter& reporter_;
  bool has_read_ = false;
  std::vector<Rung> rungs_;
  std::optional<WholeData> whole_;  // of the largest set, before any vectoriser
  // The one that was used last stands first.
  Entries<Records> records_;
  Entries<FoldSets> sets_;
};

}  // namespace clade::detail

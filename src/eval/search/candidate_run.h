// One candidate on one set of examples: trained and measured on every fold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/checkpoint.h"
#include "base/threads.h"
#include "clade/compare.h"
#include "clade/reporter.h"
#include "eval/search/axes.h"
#include "eval/search/fold_sets.h"
#include "solver/problem/duals.h"

namespace clade::detail {

// What decides between candidates.
struct SearchMeasure {
  std::string name;
  bool smaller_is_better = false;
};

struct CandidateRun {
  double value = 0;
  double standard_error = 0;
  // The measure of every example, where it is a mean over examples, else of every fold; larger is
  // better. In the same order for every candidate.
  std::vector<double> paired;
  double seconds = 0;        // from begin to end
  double model_seconds = 0;  // of a fold's training, mean
  ResolvedOptions resolved;  // as the first fold's model has them
  std::string failure;       // why the candidate cannot be measured, else ""

  void state(State& s);
};

// The two-sided p-value of the difference being chance, paired; 1 where nothing can be said.
double chance_of_difference(const CandidateRun& a, const CandidateRun& b, std::uint64_t seed);
// Better than the other by more than chance explains.
bool is_clearly_better(const CandidateRun& a, const CandidateRun& b, std::uint64_t seed);

class CandidateRunner {
 public:
  // All must outlive this object.
  CandidateRunner(const Candidates& candidates, FoldSetCache& cache, std::uint64_t seed,
                  ThreadPool& pool)
      : candidates_(candidates), cache_(cache), seed_(seed), pool_(pool) {}

  // Nothing where the reporter asked to stop. A candidate that differs from the one before it on
  // these examples in C alone starts from its solutions.
  std::optional<CandidateRun> run(const Setting& setting, std::size_t rung,
                                  const SearchMeasure& measure, Reporter& reporter,
                                  const CheckpointPart& checkpoint);
  // What the next run may start from.
  void state(State& s);

 private:
  struct FoldRun;
  FoldRun run_fold(const Configured& configured, const FoldSet& set, const SearchMeasure& measure,
                   KeptDuals* kept, Reporter& reporter, ThreadPool& pool,
                   const CheckpointPart& checkpoint) const;
  std::vector<KeptDuals>* duals_for(const Setting& setting, std::size_t rung,
                                    const Configured& configured);

  const Candidates& candidates_;
  FoldSetCache& cache_;
  std::uint64_t seed_;
  ThreadPool& pool_;
  std::string path_;              // the candidate without C, and the examples
  std::vector<KeptDuals> duals_;  // of its folds
};

}  // namespace clade::detail

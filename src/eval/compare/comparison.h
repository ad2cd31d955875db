// Compares methods fairly: the same splits for all, options chosen on training records only, words
// and taxonomies learned from training records only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "clade/explanation.h"
#include "clade/metrics.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"
#include "measure/splits.h"

namespace clade::detail {

class RunStore;

struct ComparisonPlan {
  std::vector<Contender> contenders;
  std::vector<Split> splits;
  TaxonomySource taxonomy;  // settled
  EvaluateOptions measures;
  Tuning tuning;
  std::uint64_t seed = 0;
  std::size_t memory = 0;  // the budget that trainings are checked by; 0: none
  // Whether every record is tested in one split at most: then methods are compared record by record
  // where a measure is a mean over records, else split by split.
  bool tests_once = true;
  // Test size over training size of folds and random splits, whose training parts overlap
  // (significance.h).
  double overlap = 0;
  // How many records of all splits together have their answers explained, for a page.
  std::size_t explained = 0;
};

// What one contender reached on one split.
struct RunOutcome {
  std::vector<std::pair<std::string, double>> metrics;
  // By test record, where EvaluateOptions::keep_instances; as Evaluation has them.
  std::vector<std::pair<std::string, std::vector<double>>> per_instance;
  std::vector<std::size_t> measured;  // positions in Split::test
  std::map<double, double> loss_histogram;
  std::vector<LevelReport> per_level;
  // By measured record, numbers of names; of the first model.
  std::vector<std::vector<std::uint32_t>> guesses;
  std::vector<std::string> guess_names;
  std::vector<std::vector<double>> probabilities;  // of the guesses; empty: it is not calibrated
  // Of some records, the same for every contender, by position in Split::test; of the first model.
  // Empty where it cannot be explained.
  std::vector<std::pair<std::size_t, ExplainedDocument>> explained;
  std::vector<Progress> trace;  // of the first model's training
  // The options that were chosen: one entry with the name "", or one for each measure.
  std::vector<std::pair<std::string, Setting>> chosen;
  double train_seconds = 0;
  std::size_t models = 0;      // that were trained for the numbers above
  std::size_t early_ends = 0;  // of these, that ended before the tolerance was reached
};

// By contender, then by split. Runs go side by side on the threads of the pool; the result does not
// depend on how many there are. Finished runs go to the store and come from there, where there is
// one, also where the rest is Cancelled. Of several ranks, which have the same plan, each makes
// some of the runs and all end with all outcomes; what the store has is what rank 0 finds there.
std::vector<std::vector<RunOutcome>> run_comparison(const ComparisonPlan& plan, RunStore* store,
                                                    ThreadPool& pool, Reporter& reporter,
                                                    Communicator& peers = single_rank());

}  // namespace clade::detail

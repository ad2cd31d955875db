// Does a taxonomy help to classify these data, which of its nodes hurt, and what would be better?
//
// Everything is measured by training on small samples of each class, where a taxonomy matters most
// (thesis 7.3), and by average precision, which knows nothing of the taxonomy itself: so a wrong
// taxonomy cannot look good by being its own judge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/reporter.h"
#include "clade/taxonomy.h"
#include "eval/compare/comparison_summary.h"
#include "eval/compare/contender.h"

namespace clade::detail {

struct AdviceOptions {
  std::size_t per_class =
      0;  // training records of each class; 0: half the median class, at most 10
  std::size_t repeats = 10;
  std::size_t random_trees = 10;
  std::size_t most_changes = 20;  // nodes and moves that are tried; 0: none
  std::uint64_t seed = 0;
};

enum class Verdict {
  helps,          // better than no taxonomy and than random ones
  makes_sense,    // better than random ones, but no better than none
  no_difference,  // not told from random ones
  hurts,          // worse than none
};

// A change of the taxonomy and what it does to average precision.
struct TaxonomyChange {
  std::string what;  // in words: dissolve 'x'; move 'a' from 'x' to 'y'
  double gain = 0;
  double p = 1;  // paired t-test
  bool is_taken = false;
};

struct Advice {
  std::size_t per_class = 0, repeats = 0;
  Verdict verdict = Verdict::no_difference;
  std::vector<ContenderSummary> comparison;  // flat, then the method with given, learned
  std::vector<double> random_quality;        // average precision with each random taxonomy
  double gain_over_flat = 0, p_over_flat = 1;
  double gain_over_random = 0, p_over_random = 1;
  std::vector<TaxonomyChange> changes;  // that were tried, those that gain most first
  // All changes that were taken, and what they gain on records that played no part in finding them;
  // nothing where none was taken.
  std::optional<Taxonomy> repaired;
  double repaired_gain = 0, repaired_p = 1;
};

// `flat` does not see the taxonomy, `method` does; both read the same records. Cancelled where
// the reporter asks to stop.
Advice advise(const Contender& flat, const Contender& method, const Taxonomy& taxonomy,
              const AdviceOptions& options, ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail

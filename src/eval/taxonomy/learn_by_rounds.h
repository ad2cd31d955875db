// A taxonomy that is learned together with a classifier (thesis 8.2, one-stage approaches).
//
// Round 0 trains the method without a taxonomy. Every further round clusters the classes by the
// distances between the class weights W_y that the round before has learned (Algorithm 8 with W_y
// in place of the centroids) and trains again, with that tree. Rounds go on while average precision
// on held-out folds rises; every fold grows trees of its own, so that no tree has seen what it is
// measured on. The tree that comes out is that of the best round, grown on all records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/threads.h"
#include "clade/label_space.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"
#include "eval/compare/split_run.h"
#include "eval/taxonomy/taxonomy_learning.h"

namespace clade::detail {

struct RoundParams {
  std::size_t levels = 2;
  Linkage linkage = Linkage::average;
  std::size_t rounds = 5;  // at most, 1 or more
  std::size_t folds = 5;
  std::uint64_t seed = 0;  // of folds and trainings
};

struct LearnedRounds {
  ClassClusters clusters;
  LabelSpace labels;                      // the classes, flat
  std::vector<double> average_precision;  // by round, 0: without a taxonomy
  std::size_t kept = 1;                   // the best of the rounds from 1 on
};

// `configure` makes the method anew for every training. Error{usage} for a method without class
// weights or one that does not see the taxonomy, Error{input} where there are too few records for
// the folds. Cancelled where the reporter asks to stop. The result does not depend on the number of
// threads.
LearnedRounds learn_by_rounds(const RecordPart& records,
                              const std::function<Configured()>& configure,
                              const RoundParams& params, ThreadPool& pool, Reporter& reporter);

}  // namespace clade::detail

// The winner of a comparison, trained on everything.
#pragma once

#include <string>
#include <vector>

#include "base/checkpoint.h"
#include "base/threads.h"
#include "clade/compare.h"
#include "clade/reporter.h"
#include "eval/compare/contender.h"
#include "pipeline/read.h"

namespace clade::detail {

struct Winner {
  std::string name;
  Setting chosen;
  double value = 0;  // the mean of the measure
  Configured configured;
};

// As clade::train_best has it.
Winner winner_of(const Comparison& comparison, const std::vector<ComparedMethod>& methods,
                 const CompareOptions& options, const std::string& measure);

// On all records of the source.
Trained train_winner(const Winner& winner, const RecordSource& source, const FieldOptions& places,
                     const TaxonomySource& taxonomy, const CompareOptions& options,
                     ThreadPool& pool, Reporter& reporter, const CheckpointPart& checkpoint = {});

}  // namespace clade::detail

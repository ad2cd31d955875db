// A comparison in two steps: everything that can be wrong with the call, then the training.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/checkpoint.h"
#include "base/communicator.h"
#include "base/threads.h"
#include "clade/compare.h"
#include "clade/reporter.h"
#include "eval/compare/comparison.h"
#include "eval/compare/comparison_reader.h"
#include "eval/compare/curve.h"

namespace clade::detail {

// What a page of a comparison shows beside its summaries.
struct ComparisonDetails {
  ComparisonPlan plan;
  std::vector<std::vector<RunOutcome>> outcomes;  // by contender, then by split
};

struct PreparedComparison {
  CompareOptions options;
  std::vector<ComparedMethod> methods;
  std::optional<CurveAxis> axis;
  ComparisonPlan plan;
  ComparisonNotes notes;
};

// Checks the call and reads the data. Error{usage} and Error{input} as clade::compare.
PreparedComparison prepare_comparison(const ComparisonSources& sources,
                                      const TaxonomySource& taxonomy,
                                      const std::vector<ComparedMethod>& methods,
                                      const CompareOptions& options, ThreadPool& pool,
                                      Reporter& reporter);

// Ranks, which have prepared the same, share the work, and all have the result. Cancelled where the
// reporter asks to stop; finished runs are kept where `run` names a folder, or
// where there is a checkpoint.
Comparison compare(PreparedComparison prepared, ThreadPool& pool, Reporter& reporter,
                   const CheckpointPart& checkpoint = {}, Communicator& peers = single_rank());

// Error{usage} for a metric that there is not with these measures. `parameter` is the one that
// names it.
void check_metric(const char* parameter, const std::string& name, const EvaluateOptions& measures);

}  // namespace clade::detail

// Measures a model on records, whatever their labels are to it.
#pragma once

#include <optional>

#include "base/communicator.h"
#include "base/threads.h"
#include "clade/metrics.h"
#include "clade/reporter.h"
#include "data/dataset.h"
#include "data/records.h"

namespace clade::detail {

// The records went through the model's vectoriser. Where sets of labels were categories in training
// (--multilabel intersect), they are here. Error{input} for a label outside the taxonomy. `data`,
// where there is one, receives the rows that were measured. Ranks share the work as in evaluate.h.
ModelEvaluation evaluate_records(const Model& model, Records records,
                                 const EvaluateOptions& options, ThreadPool& pool,
                                 Reporter* reporter = nullptr,
                                 std::optional<Dataset>* data = nullptr,
                                 Communicator& peers = single_rank());

}  // namespace clade::detail

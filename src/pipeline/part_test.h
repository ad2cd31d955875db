// How good a training without a part of the records is on that part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/train_context.h"
#include "clade/metrics.h"
#include "pipeline/prepare.h"

namespace clade::detail {

struct PartTest {
  ModelEvaluation measured;
  std::size_t trained_on = 0;  // records
};

// The records were read for the plan; that share of them is held out, drawn by the context's seed
// (stratified_parts). Words are counted and weighted anew without the part. Error{usage} for a
// fraction that is not between 0 and 1, Error{input} where too few records are left; Cancelled
// where the reporter asks to stop.
PartTest test_on_part(const Records& records, double fraction, const TrainingPlan& plan,
                      Method& method, std::optional<std::size_t> calibration_folds,
                      const std::string& name, TrainContext& context);

}  // namespace clade::detail

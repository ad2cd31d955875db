// The price of slack that is best by a measure of held-out examples.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/train_context.h"
#include "clade/method.h"
#include "data/dataset.h"

namespace clade::detail {

// Error{usage} for a measure that there is not.
void check_measure(const char* parameter, const std::string& name);

// Over five folds, with models that are calibrated where `calibration_folds` is not 0. Of a limit
// of time it takes half. Error{usage} for a method whose C is not left open, or where the examples
// do not have the measure. The method comes back as it was.
double choose_C_for(const std::string& measure, Method& method,
                    std::optional<std::size_t> calibration_folds, const Dataset& data,
                    const LabelSpace& labels, TrainContext& context);

}  // namespace clade::detail

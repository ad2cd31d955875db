// From a dataset, a choice of score map and constraints and a kernel to a trained model.
#pragma once

#include <functional>
#include <string>

#include "base/train_context.h"
#include "method/margin/train_linear.h"

namespace clade::detail {

// As train_linear, for any kernel but the linear one. `options_of` names the options with what
// `auto` stood for filled in.
Trained train_kernel(std::string method, MarginDesign design, MarginParams& params,
                     const std::function<OptionTexts()>& options_of, const Dataset& data,
                     const LabelSpace& labels, TrainContext& context);

}  // namespace clade::detail

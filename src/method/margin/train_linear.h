// From a dataset and a choice of score map and constraints to a trained model: the part that all
// linear batch methods share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/train_context.h"
#include "clade/method.h"
#include "method/margin/margin_params.h"
#include "method/margin/margin_problem.h"
#include "model/model_builder.h"

namespace clade::detail {

// Names and values as they go into the model file.
OptionTexts option_texts(const std::vector<Parameter>& parameters);

// C must be a number. With `from`, weights are held to those of that model, whose features and
// precision the new one has.
Trained train_linear(std::string method, OptionTexts options, MarginDesign design,
                     const MarginParams& params, const Dataset& data, const LabelSpace& labels,
                     TrainContext& context, const Model* from = nullptr);

}  // namespace clade::detail

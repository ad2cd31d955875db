// From examples to a trained model that holds all it needs to answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/train_context.h"
#include "clade/method.h"
#include "pipeline/prepare.h"

namespace clade::detail {

// Trains in the form that the data ask for (Method::settled), and calibrates on `calibration_folds`
// folds where they are not 0 (empty: settled_folds). A limit of time (Reporter::seconds_left) is
// shared by all these trainings. A training that was asked to stop (TrainSummary::stopped) gives
// the model as it is then, without probabilities.
Trained train_calibrated(Method& method, const Dataset& data, const LabelSpace& labels,
                         std::optional<std::size_t> calibration_folds, TrainContext& context);

// The same from a training set: the model holds its vectoriser and its fingerprints.
Trained train(const TrainingSet& set, Method& method, std::optional<std::size_t> calibration_folds,
              TrainContext& context);

// The same with C, which the method leaves open, chosen by a measure of held-out examples. Error
// {usage} where it does not.
Trained train_with_C_for(const std::string& measure, const TrainingSet& set, Method& method,
                         std::optional<std::size_t> calibration_folds, TrainContext& context);

// Error{usage} for a model that holds no more than prediction needs; its name is for messages.
void check_updatable(const Model& model, const std::string& name);

// The model after it has learned from the set, too. Its probabilities and learned label sets belong
// to the old weights: the new model has none.
Trained update(const Model& model, const UpdateSet& set, const Method& method,
               TrainContext& context);

}  // namespace clade::detail

// From examples to a trained model that holds all it needs to answer.
#pragma once

#include <cstddef>

#include "clade/method.h"
#include "clade/train_context.h"
#include "pipeline/prepare.h"

namespace clade {

// Trains, and calibrates on `calibration_folds` folds where they are not 0. An interrupted training
// (TrainSummary::stopped) gives the model as it is then, without probabilities.
Trained train(const TrainingSet& set, Method& method, std::size_t calibration_folds,
              TrainContext& context);

// The model after it has learned from the set, too. Its probabilities and learned label sets belong
// to the old weights: the new model has none.
Trained update(const Model& model, const UpdateSet& set, const Method& method,
               TrainContext& context);

// ---- Streams: no example is kept

struct StreamTrained {
  Trained trained;
  std::size_t instances = 0;  // with a label
};

// Whether the classes are known before the first example comes: from a taxonomy that is given.
bool can_stream(const Method& method, const TrainingPlan& plan);
// Error{usage} where the method takes no streams, Error{input} for a label that would be a new
// class.
StreamTrained train_stream(const FileSource& source, const TrainingPlan& plan, const Method& method,
                           TrainContext& context);
StreamTrained update_stream(const Model& model, const FileSource& source, const Method& method,
                            TrainContext& context);

}  // namespace clade

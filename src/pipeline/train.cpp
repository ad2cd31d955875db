#include "pipeline/train.h"

#include <cstdint>
#include <utility>

#include "measure/calibrate.h"

namespace clade {

Trained train(const TrainingSet& set, Method& method, std::size_t calibration_folds,
              TrainContext& context) {
  Trained trained = method.train(set.data, set.labels, context);
  if (calibration_folds > 0 && trained.summary.stopped != Stop::interrupted) {
    trained.model = calibrated(trained.model, method, set.data, set.labels,
                               static_cast<std::uint32_t>(calibration_folds), context);
  }
  trained.model = trained.model.with_vectoriser(set.vectoriser);
  return trained;
}

Trained update(const Model& model, const UpdateSet& set, const Method& method,
               TrainContext& context) {
  Trained trained = method.update(model, set.data, context);
  trained.model = trained.model.with_vectoriser(set.vectoriser);
  return trained;
}

}  // namespace clade

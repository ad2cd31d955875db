#include "pipeline/train.h"

#include <cstdint>
#include <utility>

#include "base/fail.h"
#include "base/train_context.h"
#include "measure/answer_counts.h"
#include "measure/calibrate.h"
#include "model/fingerprint_section.h"
#include "model/model_parts.h"
#include "model/packed_sections.h"

namespace clade::detail {

Trained train(const TrainingSet& set, Method& method, std::size_t calibration_folds,
              TrainContext& context) {
  Trained trained = method.train(set.data, set.labels, context);
  if (calibration_folds > 0 && trained.summary.stopped != Stop::interrupted) {
    trained.model = calibrated(trained.model, method, set.data, set.labels,
                               static_cast<std::uint32_t>(calibration_folds), context);
  }
  if (trained.summary.stopped != Stop::interrupted) {
    warn_of_empty_sets(trained.model, set.data, context.reporter);
  }
  trained.model =
      with_fingerprints(trained.model.with_vectoriser(set.vectoriser), set.fingerprints);
  return trained;
}

void check_updatable(const Model& model, const std::string& name) {
  if (!has_packed_weights(ModelParts(model).weights())) return;
  fail(
      ErrorKind::usage,
      "update: {} has packed weights, no more than prediction needs: it was made by 'clade prune', "
      "or trained on a very large problem; update the model that was pruned, or train on old and "
      "new examples together",
      name);
}

Trained update(const Model& model, const UpdateSet& set, const Method& method,
               TrainContext& context) {
  Trained trained = method.update(model, set.data, context);
  FingerprintCollector collector;
  if (const Fingerprints* old = fingerprints_of(model)) collector.add(*old);
  collector.add(set.fingerprints);
  trained.model =
      with_fingerprints(trained.model.with_vectoriser(set.vectoriser), collector.take());
  return trained;
}

}  // namespace clade::detail

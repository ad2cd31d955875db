#include "pipeline/train.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "base/fail.h"
#include "base/train_context.h"
#include "data/rank_records.h"
#include "measure/answer_counts.h"
#include "measure/calibrate.h"
#include "measure/choose_c_for.h"
#include "method/timed_reporter.h"
#include "model/fingerprint_section.h"
#include "model/model_parts.h"
#include "model/packed_sections.h"
#include "pipeline/training_estimate.h"
#include "solver/problem/duals.h"

namespace clade::detail {

namespace {

// With the part of a limit of time that falls to one of so many trainings.
Trained train_one_of(std::size_t trainings, const Dataset& data, const LabelSpace& labels,
                     const Method& method, TrainContext& context) {
  Reporter& reporter = context.reporter;
  TimedReporter limited(reporter, reporter.seconds_left() / static_cast<double>(trainings));
  TrainContext own{limited, context.pool, context.seed, context.peers, context.kept};
  own.checkpoint = context.checkpoint.part("training");
  own.memory = context.memory;
  own.most_row_bytes = context.most_row_bytes;
  Trained trained = method.train(data, labels, own);
  trained.summary.stopped = stop_reason(trained.summary.stopped, limited);
  return trained;
}

// Without parts that are held out, which are for one rank. Nodes have their examples in the order
// of the data, whoever trains them.
Trained train_over_ranks(Method& open_method, const Dataset& data, const LabelSpace& labels,
                         TrainContext& context) {
  const std::unique_ptr<Method> settled = open_method.settled(data, labels);
  Method& method = settled ? *settled : open_method;
  if (method.traits().adapts_to_data) {
    context.reporter.on_note(
        "over several ranks neither probabilities nor label sets are learned: the model has none");
  }
  if (method.traits().cost == CostClass::nodes) {
    return train_one_of(1, data, labels, method, context);
  }
  return train_one_of(1, dealt_out(data, context.peers), labels, method, context);
}

}  // namespace

Trained train_calibrated(Method& open_method, const Dataset& data, const LabelSpace& labels,
                         std::optional<std::size_t> calibration_folds, TrainContext& outer) {
  Reporter& reporter = outer.reporter;
  if (!outer.peers.is_alone()) return train_over_ranks(open_method, data, labels, outer);
  // Parts that are held out have the form of the whole.
  const std::unique_ptr<Method> settled = open_method.settled(data, labels);
  Method& method = settled ? *settled : open_method;
  const std::uint32_t folds = settled_folds(calibration_folds, method, data, labels, outer.seed);
  // Without being asked, calibration is quick: it goes on from the training on all.
  KeptDuals own;
  TrainContext context = outer;
  fit_into_memory(data, labels, method, folds, context);
  if (!calibration_folds && folds > 0 && context.kept == nullptr) context.kept = &own;
  Trained trained = train_one_of(folds + 1, data, labels, method, context);
  if (folds > 0 && !reporter.stop_requested()) {
    trained.model = calibrated(trained.model, method, data, labels, folds, context);
  }
  if (folds > 0 && reporter.stop_requested() && reporter.wants_partial_result() &&
      trained.model.calibration() == nullptr) {
    reporter.on_warning(
        "it ended before probabilities and label sets were learned: the model has none");
  }
  return trained;
}

Trained train(const TrainingSet& set, Method& method, std::optional<std::size_t> calibration_folds,
              TrainContext& context) {
  Trained trained = train_calibrated(method, set.data, set.labels, calibration_folds, context);
  if (trained.summary.stopped != Stop::interrupted) {
    warn_of_empty_sets(trained.model, set.data, context.reporter);
  }
  trained.model =
      with_fingerprints(trained.model.with_vectoriser(set.vectoriser), set.fingerprints);
  return trained;
}

Trained train_with_C_for(const std::string& measure, const TrainingSet& set, Method& method,
                         std::optional<std::size_t> calibration_folds, TrainContext& context) {
  method.set_C(choose_C_for(measure, method, calibration_folds, set.data, set.labels, context));
  try {
    Trained trained = train(set, method, calibration_folds, context);
    method.set_C(std::nullopt);
    return trained;
  } catch (...) {
    method.set_C(std::nullopt);
    throw;
  }
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
  trained.summary.stopped = stop_reason(trained.summary.stopped, context.reporter);
  FingerprintCollector collector;
  if (const Fingerprints* old = fingerprints_of(model)) collector.add(*old);
  collector.add(set.fingerprints);
  trained.model =
      with_fingerprints(trained.model.with_vectoriser(set.vectoriser), collector.take());
  return trained;
}

}  // namespace clade::detail

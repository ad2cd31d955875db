#include "method/train_online.h"

#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/random.h"
#include "method/class_constraints.h"
#include "method/label_runs.h"
#include "method/label_sets.h"
#include "method/online_model.h"
#include "method/online_report.h"
#include "method/online_stream.h"
#include "method/stored_options.h"
#include "method/training_rows.h"
#include "model/model_impl.h"
#include "solver/minover.h"

namespace clade {

namespace {

std::vector<const LabelSet*> sets_of(const Dataset& data, LabelSets& sets) {
  std::vector<const LabelSet*> of_example;
  of_example.reserve(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) of_example.push_back(&sets.of(data.labels(i)));
  return of_example;
}

// The examples as a learner takes them.
template <class Real>
struct Examples {
  const SparseRows<Real>& rows;  // in the numbers of a FeatureIndex
  std::span<const LabelSet* const> sets;
  const Dataset& data;
};

// False where the run was asked to stop.
template <class Real>
bool pass(OnlineLearner<Real>& learner, const Examples<Real>& examples,
          std::span<const std::uint32_t> order, int epoch, OnlineReport& report,
          const Reporter& reporter) {
  for (const std::uint32_t i : order) {
    if (report.is_due()) {
      if (reporter.stop_requested()) return false;
      report.pass(epoch, false);
    }
    const LabelSet& set = *examples.sets[i];
    const OnlineStep step =
        learner.observe(examples.rows.row(i), set.labels, set.left_out, examples.data.weight(i));
    report.example(learner.steps(), i, step, set.labels);
  }
  return true;
}

template <class Real>
TrainSummary run_epochs(OnlineLearner<Real>& learner, const Examples<Real>& examples,
                        const OnlineParams& params, OnlineReport& report, TrainContext& context) {
  if (params.order == VisitOrder::file) {
    LabelRuns runs;
    for (const LabelSet* set : examples.sets) runs.add(*set);
    runs.warn_if_sorted(context.reporter, "use --order random");
  }
  Random random(context.seed);
  std::vector<std::uint32_t> order(examples.data.size());
  std::iota(order.begin(), order.end(), 0U);
  TrainSummary summary;
  summary.stopped = "max-epochs";
  while (summary.epochs < params.epochs && summary.stopped == "max-epochs") {
    ++summary.epochs;
    if (params.order == VisitOrder::random) random.shuffle(std::span(order));
    const std::uint64_t before = report.updates();
    if (!pass(learner, examples, order, summary.epochs, report, context.reporter)) {
      summary.stopped = "interrupted";
    } else if (report.updates() == before) {
      summary.stopped = "clean-epoch";
    }
    report.pass(summary.epochs, true);
  }
  return summary;
}

// An epoch is as many steps as there are examples; what is told is how all would be predicted.
template <class Real>
TrainSummary run_minover(Minover<Real>& learner, std::span<const LabelSet* const> sets,
                         const OnlineParams& params, OnlineReport& report, Reporter& reporter) {
  TrainSummary summary;
  summary.stopped = "max-epochs";
  while (summary.epochs < params.epochs && summary.stopped == "max-epochs") {
    ++summary.epochs;
    for (std::size_t k = 0; k < sets.size() && summary.stopped == "max-epochs"; ++k) {
      const auto taken = learner.take_step();
      if (!taken) {
        summary.stopped = "clean-epoch";
      } else {
        report.update(report.updates() + 1, taken->instance, taken->step);
        if (reporter.stop_requested()) summary.stopped = "interrupted";
      }
    }
    report.forget_examples();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      report.example(0, i, {.predicted = learner.state(i).predicted}, sets[i]->labels);
    }
    report.pass(summary.epochs, true);
  }
  return summary;
}

template <class Real>
struct Learned {
  OnlineResult<Real> result;
  TrainSummary summary;
};

// From zero, or from where a model ended.
template <class Real>
Learned<Real> learn(const OnlineDesign& design, const TrainingRows<Real>& prepared,
                    const Model* from, const Dataset& data, const LabelSpace& labels,
                    TrainContext& context) {
  OnlineClasses classes{design.attributes.map, design.losses, predictable_classes(labels)};
  LabelSets shared(labels);
  const std::vector<const LabelSet*> sets = sets_of(data, shared);
  OnlineReport report(labels, context.reporter);
  const std::size_t features = prepared.features.size();
  if (design.worst_first) {
    Minover<Real> learner(std::move(classes), prepared.rows, features, sets);
    TrainSummary summary =
        run_minover<Real>(learner, sets, design.params, report, context.reporter);
    return {{learner.weights().combined(1, learner.weights(), 0, features), {}, {}},
            std::move(summary)};
  }
  OnlineLearner<Real> learner(std::move(classes), design.rules, features);
  if (from != nullptr) resume(learner, *from, prepared.features);
  TrainSummary summary =
      run_epochs<Real>(learner, {prepared.rows, sets, data}, design.params, report, context);
  return {result_of(learner, features), std::move(summary)};
}

template <class Real, class From>
Trained train_on(const SparseRows<From>& rows, OnlineDesign design, const Model* from,
                 const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  const FeatureIndex known = from != nullptr ? from->impl().features : FeatureIndex();
  TrainingRows<Real> prepared = training_rows<Real>(rows, design.params.bias == Bias::feature ? 1 : 0, known);
  Learned<Real> learned = learn<Real>(design, prepared, from, data, labels, context);
  return {online_model<Real>(std::move(design), labels, std::move(prepared.features),
                             std::move(learned.result)),
          std::move(learned.summary)};
}

}  // namespace

bool OnlineMethod::takes_streams() const {
  return params().epochs == 1 && params().order == VisitOrder::file && !is_worst_first();
}

OnlineDesign OnlineMethod::design(const LabelSpace& labels, ClassAttributes scored_by,
                                  OptionTexts kept) const {
  OnlineDesign result;
  result.method = name();
  result.options = std::move(kept);
  result.params = params();
  result.losses = losses(labels, scored_by.map);
  result.attributes = std::move(scored_by);
  result.rules = rules();
  result.worst_first = is_worst_first();
  return result;
}

Trained OnlineMethod::train(const Dataset& data, const LabelSpace& labels,
                            TrainContext& context) const {
  const auto train = [&]<class Real>(const SparseRows<Real>& rows) {
    return train_on<Real>(rows, design(labels, attributes(labels), options()), nullptr, data,
                          labels, context);
  };
  return std::visit(train, data.rows());
}

void OnlineMethod::check_stream() const {
  if (takes_streams()) return;
  fail(ErrorKind::usage,
       "--epochs, --order and --update: a stream is read once, in its order, and no example of it "
       "is kept");
}

std::unique_ptr<OnlineTraining> OnlineMethod::start(const LabelSpace& labels,
                                                    TrainContext& context) const {
  check_stream();
  return make_online_stream(design(labels, attributes(labels), options()), labels, precision(),
                            context);
}

// ---- From a model

void OnlineMethod::take_parameters(const Model& from) {
  set_stored_parameters(parameters(), from);
  for (const Parameter& p : parameters()) {
    if (p.name == "epochs") p.set("1");
    if (p.name == "order") p.set("file");
  }
}

std::vector<Parameter> OnlineMethod::update_parameters() {
  return selected(parameters(), {"epochs", "order"});
}

void OnlineMethod::check_update(const Model& from) const {
  if (is_worst_first()) {
    fail(ErrorKind::usage,
         "the model was trained with --update minover, whose every step looks at all examples: it "
         "cannot go on without them; train on old and new examples together");
  }
  const std::optional<OnlineState>& state = from.impl().online;
  if (rules().averaging != Averaging::none && (!state || !state->last)) {
    fail(ErrorKind::model,
         "the model is a mean of weights and does not hold the last ones, without which it cannot "
         "go on: files of the formats 1 and 2 have none; train it again");
  }
}

OnlineDesign OnlineMethod::design_of(const Model& from) const {
  const Model::Impl& model = from.impl();
  return design(model.label_space, {model.score_map, model.unit_names}, model.options);
}

Trained OnlineMethod::update(const Model& from, const Dataset& data, TrainContext& context) const {
  check_update(from);
  const auto train = [&](const auto& rows) {
    const bool is_double = from.precision() == Precision::double_;
    const LabelSpace& labels = from.label_space();
    return is_double ? train_on<double>(rows, design_of(from), &from, data, labels, context)
                     : train_on<float>(rows, design_of(from), &from, data, labels, context);
  };
  return std::visit(train, data.rows());
}

std::unique_ptr<OnlineTraining> OnlineMethod::resume(const Model& from,
                                                     TrainContext& context) const {
  check_stream();
  check_update(from);
  return make_online_stream(design_of(from), from.label_space(), from.precision(), context, &from);
}

}  // namespace clade

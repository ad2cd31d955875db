#include "method/online/train_online.h"

#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/random.h"
#include "base/train_context.h"
#include "data/rank_records.h"
#include "method/class_constraints.h"
#include "method/kernel_model.h"
#include "method/online/label_runs.h"
#include "method/online/label_sets.h"
#include "method/online/online_model.h"
#include "method/online/online_report.h"
#include "method/online/online_rows.h"
#include "method/online/online_stream.h"
#include "method/online/rank_mix.h"
#include "method/stored_options.h"
#include "method/training_rows.h"
#include "model/model_builder.h"
#include "model/model_parts.h"
#include "solver/online/minover.h"

namespace clade::detail {

namespace {

std::vector<const LabelSet*> sets_of(const Dataset& data, LabelSets& sets) {
  std::vector<const LabelSet*> of_example;
  of_example.reserve(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) of_example.push_back(&sets.of(data.labels(i)));
  return of_example;
}

std::vector<double> weights_of(const Dataset& data) {
  std::vector<double> weights(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) weights[i] = data.weight(i);
  return weights;
}

// The examples as a learner takes them.
template <class Real>
struct Examples {
  OnlineRows<Real>& rows;
  std::span<const LabelSet* const> sets;
  const Dataset& data;
};

// How far the epochs are.
struct OnlinePlace {
  int epoch = 0;
  std::vector<std::uint32_t> order;
  std::size_t seen = 0;  // of the order; all: the epoch is over
  std::uint64_t updates_before = 0;

  void state(State& s) { s(epoch, order, seen, updates_before); }
};

// False where the run was asked to stop. `save` is called at each such question.
template <class Real>
bool pass(OnlineLearner<Real>& learner, const Examples<Real>& examples, OnlinePlace& place,
          OnlineReport& report, const Reporter& reporter, const std::function<void(bool)>& save) {
  for (; place.seen < place.order.size(); ++place.seen) {
    const std::uint32_t i = place.order[place.seen];
    if (report.is_due()) {
      const bool stops = reporter.stop_requested();
      save(stops);
      if (stops) return false;
      report.pass(place.epoch, false);
    }
    const LabelSet& set = *examples.sets[i];
    const OnlineStep step =
        learner.observe(examples.rows.at(i), set.labels, set.left_out, examples.data.weight(i));
    if (step.size != 0) examples.rows.has_changed(i);
    report.example(learner.steps(), i, step, set.labels);
  }
  return true;
}

void begin_epoch(OnlinePlace& place, const OnlineParams& params, Random& random,
                 const OnlineReport& report) {
  ++place.epoch;
  place.seen = 0;
  place.updates_before = report.updates();
  if (params.order == VisitOrder::random) random.shuffle(std::span(place.order));
}

template <class Real>
TrainSummary run_epochs(OnlineLearner<Real>& learner, const Examples<Real>& examples,
                        const OnlineParams& params, OnlineReport& report, TrainContext& context) {
  if (params.order == VisitOrder::file) {
    LabelRuns runs;
    for (const LabelSet* set : examples.sets) runs.add(*set);
    runs.warn_if_sorted(context.reporter, "use `order=random`");
  }
  Random random(context.seed);
  OnlinePlace place;
  place.order.resize(examples.data.size());
  std::iota(place.order.begin(), place.order.end(), 0U);
  place.seen = place.order.size();
  TrainSummary summary;
  summary.stopped = Stop::max_epochs;
  const CheckpointPart checkpoint = context.checkpoint.part("online");
  const auto fields = [&](State& s) {
    s(random, place, learner, examples.rows, report, summary.stopped);
  };
  const auto save = [&](bool stops) {
    if (checkpoint && (stops || checkpoint.is_due())) checkpoint.save(fields);
  };
  if (!checkpoint.restore_result(fields)) checkpoint.restore(fields);
  while (summary.stopped == Stop::max_epochs) {
    if (place.seen == place.order.size()) {
      if (place.epoch == params.epochs) break;
      begin_epoch(place, params, random, report);
    }
    const bool is_done = pass(learner, examples, place, report, context.reporter, save);
    if (!context.peers.all(is_done)) {
      summary.stopped = Stop::interrupted;
    } else if (context.peers.all(report.updates() == place.updates_before)) {
      summary.stopped = Stop::clean_epoch;
    }
    mix(learner, context.peers);
    report.pass(place.epoch, true);
  }
  summary.epochs = place.epoch;
  if (summary.stopped != Stop::interrupted) checkpoint.finish(fields);
  return summary;
}

// An epoch is as many steps as there are examples; what is told is how all would be predicted.
template <class Real>
TrainSummary run_minover(Minover<Real>& learner, std::span<const LabelSet* const> sets,
                         const OnlineParams& params, OnlineReport& report, TrainContext& context) {
  TrainSummary summary;
  summary.stopped = Stop::max_epochs;
  std::size_t steps = sets.size();  // of the epoch
  const CheckpointPart checkpoint = context.checkpoint.part("minover");
  const auto fields = [&](State& s) { s(learner, report, steps, summary.epochs, summary.stopped); };
  if (!checkpoint.restore_result(fields)) checkpoint.restore(fields);
  while (summary.stopped == Stop::max_epochs) {
    if (steps == sets.size()) {
      if (summary.epochs == params.epochs) break;
      ++summary.epochs;
      steps = 0;
    }
    for (; steps < sets.size() && summary.stopped == Stop::max_epochs; ++steps) {
      const bool stops = context.reporter.stop_requested();
      if (checkpoint && (stops || checkpoint.is_due())) checkpoint.save(fields);
      const auto taken = stops ? std::nullopt : learner.take_step();
      if (taken) report.update(report.updates() + 1, taken->instance, taken->step);
      if (!taken) summary.stopped = stops ? Stop::interrupted : Stop::clean_epoch;
    }
    report.forget_examples();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      report.example(0, i, {.predicted = learner.state(i).predicted}, sets[i]->labels);
    }
    report.pass(summary.epochs, true);
  }
  if (summary.stopped != Stop::interrupted) checkpoint.finish(fields);
  return summary;
}

// What every run works on.
template <class Real>
struct OnlineRun {
  OnlineRun(const OnlineDesign& design, const Dataset& examples, const LabelSpace& labels,
            TrainContext& with)
      : classes{design.attributes.map, design.losses, predictable_classes(labels)},
        shared(labels),
        sets(sets_of(examples, shared)),
        weights(weights_of(examples)),
        report(labels, with.reporter, design.params.epochs == 1 && !design.worst_first),
        params(design.params),
        data(examples),
        context(with) {
    for (const LabelSet* set : sets) report.add(*set);
  }

  TrainSummary run(OnlineLearner<Real>& learner, OnlineRows<Real>& rows) {
    return counted(run_epochs<Real>(learner, {rows, sets, data}, params, report, context));
  }
  TrainSummary run(Minover<Real>& learner) {
    return counted(run_minover<Real>(learner, sets, params, report, context));
  }
  TrainSummary counted(TrainSummary summary) const {
    summary.dual_variables_nonzero = context.peers.sum(report.duals().nonzero());
    summary.dual_variables_total = context.peers.sum(report.duals().total());
    return summary;
  }

  OnlineClasses classes;
  LabelSets shared;
  std::vector<const LabelSet*> sets;
  std::vector<double> weights;
  OnlineReport report;
  const OnlineParams& params;
  const Dataset& data;
  TrainContext& context;
};

double constant_of(const OnlineParams& params) {
  return params.bias == OnlineBias::feature ? 1 : 0;
}

// w = sum_i c_i (x) x_i
template <class Real>
WeightRows<Real> primal_weights(const WeightRows<Real>& coefficients,
                                const TrainingRows<Real>& prepared) {
  WeightRows<Real> weights(prepared.features.size(), coefficients.units());
  UnitChange<Real> change(coefficients.units());
  for (std::size_t i = 0; i < prepared.rows.size(); ++i) {
    coefficients.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
      change.add(UnitId{static_cast<std::uint32_t>(unit)}, static_cast<double>(value));
    });
    if (change.empty()) continue;
    weights.add(prepared.rows.row(i), change);
    change.clear();
  }
  return weights;
}

// Of last weights the mean of several ranks is no solution of the method's own.
void check_over_ranks(const OnlineDesign& design, const Model* from) {
  if (from == nullptr && !design.worst_first && design.rules.averaging != Averaging::none) return;
  fail_parameter("update", "over several ranks it is averaged: the mean of their weights is kept");
}

// From zero, or from where a model ended.
template <class Real, class From>
Trained train_in_primal_form(const SparseRows<From>& rows, OnlineDesign design, const Model* from,
                             const Dataset& data, const LabelSpace& labels, TrainContext& context) {
  FeatureIndex known = from != nullptr ? ModelParts(*from).features() : FeatureIndex();
  if (!context.peers.is_alone()) {
    check_over_ranks(design, from);
    known = all_features(FeatureIndex::of(rows, false), context.peers);
  }
  TrainingRows<Real> prepared = training_rows<Real>(rows, constant_of(design.params), known);
  const std::size_t features = prepared.features.size();
  OnlineRun<Real> run(design, data, labels, context);
  TrainSummary summary;
  OnlineResult<Real> result;
  if (design.worst_first) {
    GramRows<Real> gram({}, prepared.rows, features,
                        design.params.kernel.cache_bytes(prepared.rows.size(), sizeof(Real)));
    Minover<Real> learner(run.classes, gram, 0, run.sets, run.weights);
    summary = run.run(learner);
    result.weights = primal_weights(learner.coefficients(), prepared);
  } else {
    OnlineLearner<Real> learner(run.classes, design.rules, features);
    if (from != nullptr) resume(learner, *from, prepared.features);
    PrimalRows<Real> primal(prepared.rows);
    summary = run.run(learner, primal);
    result = result_of(learner, features);
  }
  return {online_model<Real>(std::move(design), labels, std::move(prepared.features),
                             std::move(result)),
          std::move(summary)};
}

// Scores that the constant adds: its kernel with every example is the same.
template <class Real>
Coefficients<Real> with_constant(const WeightRows<Real>& coefficients, double constant) {
  if (constant == 0) return {coefficients, std::nullopt};
  std::vector<double> scores(coefficients.units());
  for (std::size_t i = 0; i < coefficients.features(); ++i) {
    coefficients.view().for_each_nonzero(i, [&](std::size_t unit, Real value) {
      scores[unit] += constant * static_cast<double>(value);
    });
  }
  return {coefficients, std::move(scores)};
}

// The options of the kernel with the numbers that `auto` stood for.
void fill_in(OptionTexts& options, KernelParams& kernel) {
  for (const Parameter& parameter : parameters_of(kernel)) {
    for (auto& [name, text] : options) {
      if (name == parameter.name) text = parameter.get();
    }
  }
}

// Thesis Alg. 5 and 7, and their means.
template <class Real>
Trained train_in_dual_form(const SparseRows<Real>& rows, OnlineDesign design, const Dataset& data,
                           const LabelSpace& labels, TrainContext& context) {
  const TrainingRows<Real> prepared = kernel_rows(rows, design.params.kernel.kernel);
  const KernelSpec spec = kernel_of(design.params.kernel, prepared.rows, data, context.seed);
  fill_in(design.options, design.params.kernel);
  GramRows<Real> gram(spec, prepared.rows, prepared.features.size(),
                      design.params.kernel.cache_bytes(prepared.rows.size(), sizeof(Real)));
  const double constant = constant_of(design.params);
  OnlineRun<Real> run(design, data, labels, context);
  TrainSummary summary;
  WeightRows<Real> coefficients;
  if (design.worst_first) {
    Minover<Real> learner(run.classes, gram, constant, run.sets, run.weights);
    summary = run.run(learner);
    coefficients = learner.coefficients().combined(1, learner.coefficients(), 0, gram.size());
  } else {
    OnlineLearner<Real> learner(run.classes, design.rules, gram.size());
    DualRows<Real> dual(gram, constant);
    summary = run.run(learner, dual);
    coefficients = learner.result(gram.size());
  }
  ModelBuilder model(std::move(design.method), std::move(design.options), labels,
                     std::move(design.attributes));
  set_support(model, spec, prepared, with_constant(coefficients, constant));
  return {model.build(), std::move(summary)};
}

}  // namespace

MethodTraits OnlineMethod::traits() const {
  MethodTraits traits;
  traits.cost = CostClass::online;
  traits.precision = params().chosen_precision();
  traits.kernel = params().kernel.kernel;
  traits.kernel_cache_mb = params().kernel.cache_mb.value_or(0);
  traits.is_online = traits.learns_online = true;
  traits.takes_streams = params().epochs == 1 && params().order == VisitOrder::file &&
                         !is_worst_first() && traits.kernel == KernelKind::linear;
  traits.epochs = params().epochs;
  traits.has_constant = params().bias == OnlineBias::feature;
  return traits;
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
    OnlineDesign chosen = design(labels, attributes(labels), options());
    if (chosen.params.kernel.kernel != KernelKind::linear) {
      return train_in_dual_form(rows, std::move(chosen), data, labels, context);
    }
    return train_in_primal_form<Real>(rows, std::move(chosen), nullptr, data, labels, context);
  };
  return std::visit(train, data.rows());
}

void OnlineMethod::check_stream() const {
  if (traits().takes_streams) return;
  fail(ErrorKind::usage,
       "`epochs`, `order`, `update` and `kernel`: a stream is read once, in its order, and no "
       "example of it is kept");
}

std::unique_ptr<OnlineTraining> OnlineMethod::start(const LabelSpace& labels,
                                                    TrainContext& context) const {
  check_stream();
  return make_online_stream(design(labels, attributes(labels), options()), labels,
                            traits().precision, context);
}

// ---- From a model

void OnlineMethod::take_parameters(const Model& from) {
  set_stored_parameters(parameters(), from);
  params().epochs = 1;
  params().order = VisitOrder::file;
}

std::vector<Parameter> OnlineMethod::update_parameters() {
  return selected(parameters(), {"epochs", "order"});
}

void OnlineMethod::check_update(const Model& from) const {
  refuse_kernel_models(from);
  if (is_worst_first()) {
    fail(ErrorKind::usage,
         "the model was trained with `update=minover`, whose every step looks at all examples: it "
         "cannot go on without them; train on old and new examples together");
  }
  const OnlineState* state = ModelParts(from).online();
  if (rules().averaging != Averaging::none && (state == nullptr || !state->last)) {
    fail(ErrorKind::model,
         "the model is a mean of weights and does not hold the last ones, without which it cannot "
         "go on: files of the formats 1 and 2 have none; train it again");
  }
}

OnlineDesign OnlineMethod::design_of(const Model& from) const {
  return design(from.label_space(), ModelParts(from).attributes(), from.options());
}

Trained OnlineMethod::update(const Model& from, const Dataset& data, TrainContext& context) const {
  check_update(from);
  const auto train = [&](const auto& rows) {
    const bool is_double = from.precision() == Precision::double_;
    const LabelSpace& labels = from.label_space();
    return is_double
               ? train_in_primal_form<double>(rows, design_of(from), &from, data, labels, context)
               : train_in_primal_form<float>(rows, design_of(from), &from, data, labels, context);
  };
  return std::visit(train, data.rows());
}

std::unique_ptr<OnlineTraining> OnlineMethod::resume(const Model& from,
                                                     TrainContext& context) const {
  check_stream();
  check_update(from);
  return make_online_stream(design_of(from), from.label_space(), from.precision(), context, &from);
}

}  // namespace clade::detail

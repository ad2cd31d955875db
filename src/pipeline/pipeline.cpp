#include "clade/pipeline.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/checkpoint.h"
#include "base/fail.h"
#include "base/set_options.h"
#include "base/threads.h"
#include "base/train_context.h"
#include "data/dataset.h"
#include "measure/answer_counts.h"
#include "measure/calibrate.h"
#include "measure/evaluate_records.h"
#include "method/timed_reporter.h"
#include "model/score_rows.h"
#include "pipeline/checkpoint_identity.h"
#include "pipeline/choose_label_nodes.h"
#include "pipeline/memory_budget.h"
#include "pipeline/part_test.h"
#include "pipeline/predictor.h"
#include "pipeline/train.h"
#include "pipeline/train_stream.h"
#include "pipeline/unknown_labels.h"

namespace clade {

using namespace detail;

namespace {

// A reporter that says nothing, where none was given.
class Voice {
 public:
  explicit Voice(const RunOptions& options)
      : reporter_(options.reporter != nullptr ? *options.reporter : silent_) {}
  Voice(const Voice&) = delete;
  Voice& operator=(const Voice&) = delete;
  operator Reporter&() { return reporter_; }  // NOLINT(google-explicit-constructor)

 private:
  Reporter silent_;
  Reporter& reporter_;
};

TrainingPlan plan_of(const TaxonomySource& taxonomy, const Method& method,
                     const TrainOptions& options) {
  TrainingPlan plan;
  const std::vector<Parameter> of_text = parameters_of(plan.text);
  set_options(of_text, options.text, "the treatment of texts has");
  check_effects(of_text, options.text);
  plan.taxonomy = taxonomy;
  plan.fingerprint = options.fingerprint;
  plan.label_nodes = options.label_nodes;
  if (!plan.label_nodes) plan.label_nodes = usual_label_nodes(method.traits());
  return plan;
}

double checked_seconds(double max_seconds) {
  if (max_seconds > 0) return max_seconds;
  fail_parameter("max_seconds", "expected a number above 0");
}

// Of a file, what its model is to remember of where its fields stood.
FieldOptions places_of(const RecordSource& source) {
  const auto* files = dynamic_cast<const FileSource*>(&source);
  return files != nullptr ? files->files.places : FieldOptions();
}

}  // namespace

std::vector<Parameter> text_parameters() {
  TextParams text;
  std::vector<Parameter> parameters = parameters_of(text);
  for (Parameter& parameter : parameters) {
    parameter.set = nullptr;
    parameter.get = nullptr;
    parameter.idle = nullptr;
  }
  return parameters;
}

Trained train(const Examples& examples, const TaxonomySource& taxonomy, Method& method,
              const TrainOptions& options) {
  method.check_parameters();
  Voice voice(options);
  TimedReporter reporter(voice, checked_seconds(options.max_seconds));
  ThreadPool pool(options.threads);
  MemoryBudget memory;
  memory.hold(options.memory);
  return memory.keep([&] {
    const auto source = source_of(examples, "train");
    TrainingPlan plan = plan_of(taxonomy, method, options);
    plan.places = places_of(*source);
    const TrainingSet set = prepare(*source, plan, method, pool, reporter);
    std::optional<Checkpoint> checkpoint;
    if (!options.checkpoint.folder.empty()) {
      checkpoint.emplace(options.checkpoint, identity_of(set, method, options), voice);
    }
    TimedReporter limited(reporter, checkpoint ? options.max_seconds - checkpoint->seconds_before()
                                               : options.max_seconds);
    TrainContext context{limited, pool, options.seed};
    context.memory = options.memory;
    if (checkpoint) context.checkpoint = checkpoint->whole();
    const std::optional<std::size_t> folds = options.calibration_folds;
    Trained trained = options.choose_C_for.empty()
                          ? train(set, method, folds, context)
                          : train_with_C_for(options.choose_C_for, set, method, folds, context);
    if (checkpoint && trained.summary.stopped != Stop::interrupted) checkpoint->remove();
    return trained;
  });
}

TestedTraining train_and_test(const Examples& examples, const TaxonomySource& taxonomy,
                              Method& method, double test_fraction, const TrainOptions& options) {
  method.check_parameters();
  Voice voice(options);
  Reporter& reporter = voice;
  ThreadPool pool(options.threads);
  MemoryBudget memory;
  memory.hold(options.memory);
  return memory.keep([&]() -> TestedTraining {
    const auto source = source_of(examples, "train");
    TrainingPlan plan = plan_of(taxonomy, method, options);
    plan.places = places_of(*source);
    Records records = read_for_plan(*source, plan, method, pool, reporter);
    TrainContext context{reporter, pool, options.seed};
    context.memory = options.memory;
    PartTest test = test_on_part(records, test_fraction, plan, method, options.calibration_folds,
                                 source->name(), context);
    const TrainingSet set =
        prepare(std::move(records), plan, method, source->name(), reporter, &pool);
    return {train(set, method, options.calibration_folds, context), std::move(test.measured),
            test.trained_on};
  });
}

Trained train(const Examples& examples, const Taxonomy& taxonomy, Method& method,
              const TrainOptions& options) {
  return train(examples, given(taxonomy), method, options);
}

Trained update(const Model& model, const Examples& examples, const Options& method_options,
               const UpdateOptions& options) {
  check_updatable(model, "the model");
  const std::unique_ptr<Method> method = method_of(model);
  const std::vector<Parameter> parameters = method->update_parameters();
  set_options(parameters, method_options, "method '" + model.method() + "' has for an update");
  check_effects(parameters, method_options);
  method->check_parameters();
  method->check_update(model);
  Voice voice(options);
  TimedReporter reporter(voice, checked_seconds(options.max_seconds));
  ThreadPool pool(options.threads);
  MemoryBudget memory;
  memory.hold(options.memory);
  return memory.keep([&] {
    const UpdateSet set = prepare_update(model, *source_of(examples, "train"), pool, reporter);
    TrainContext context{reporter, pool, options.seed};
    return update(model, set, *method, context);
  });
}

struct TrainingStream::State {
  State(const RunOptions& options, std::unique_ptr<Method> own_method)
      : voice(options),
        pool(options.threads),
        context{voice, pool, options.seed},
        method(std::move(own_method)) {}

  Voice voice;
  ThreadPool pool;
  TrainContext context;
  std::unique_ptr<Method> method;  // null: the caller has it
  std::unique_ptr<StreamTraining> training;
  FeatureNames names;
  bool is_first = true;
};

TrainingStream::TrainingStream(const Taxonomy& taxonomy, Method& method,
                               const TrainOptions& options)
    : state_(std::make_unique<State>(options, nullptr)) {
  method.check_parameters();
  if (options.calibration_folds > 0) {
    fail_parameter("calibration_folds", "a stream is seen once and cannot be held out");
  }
  state_->training = std::make_unique<StreamTraining>(plan_of(given(taxonomy), method, options),
                                                      method, state_->context);
}

TrainingStream::TrainingStream(const Model& model, const RunOptions& options)
    : state_(std::make_unique<State>(options, method_of(model))) {
  check_updatable(model, "the model");
  state_->method->check_update(model);
  state_->training = std::make_unique<StreamTraining>(model, *state_->method, state_->context);
}

TrainingStream::~TrainingStream() = default;
TrainingStream::TrainingStream(TrainingStream&&) noexcept = default;
TrainingStream& TrainingStream::operator=(TrainingStream&&) noexcept = default;

bool TrainingStream::observe(const Examples& examples) {
  const auto source = source_of(examples, "train");
  ReadOptions read = state_->training->read_options(*source);
  if (!std::exchange(state_->is_first, false)) read.first_names = &state_->names;
  Records records = source->read(read, state_->pool);
  state_->names = std::exchange(records.names, {});
  return state_->training->observe(std::move(records), state_->names, source->unknown_labels());
}

Trained TrainingStream::finish() {
  return state_->training->finish(state_->names, "examples").trained;
}

Model calibrate(const Model& model, const Examples& examples, std::size_t folds,
                const RunOptions& options) {
  Voice voice(options);
  Reporter& reporter = voice;
  ThreadPool pool(options.threads);
  const auto source = source_of(examples, "train");
  Records records = read_for_model(model, *source, pool, reporter);
  keep_labelled(records, source->name(), reporter);
  settle_learned_labels(model.label_space(), source->unknown_labels(), records, source->name(),
                        reporter);
  const Dataset data(std::move(records), model.label_space());
  TrainContext context{reporter, pool, options.seed};
  const std::unique_ptr<Method> method = method_of(model);
  return calibrated(model, *method, data, model.label_space(), static_cast<std::uint32_t>(folds),
                    context);
}

std::vector<std::vector<Answer>> predict(const Model& model, const Examples& examples,
                                         const PredictOptions& options) {
  const Predictor predictor(model, {options.top,
                                    options.label_set,
                                    options.set_costs,
                                    options.probabilities,
                                    options.confidence,
                                    options.coverage,
                                    {},
                                    false});
  Voice voice(options);
  Reporter& reporter = voice;
  ThreadPool pool(options.threads);
  const Records records =
      read_for_model(model, *source_of(examples, ""), pool, reporter, RecordsFor::answers);
  std::vector<std::vector<Answer>> answers(records.size());
  const std::size_t unknown =
      score_rows(model, records.rows, predictor.needs(), pool,
                 [&](std::size_t i, Scorer& scorer) { answers[i] = predictor.answers(scorer); });
  warn_of_unknown_features(records.unknown_features + unknown, reporter);
  AnswerCounts counts{records.size(), 0, 0};
  counts.empty_sets = static_cast<std::size_t>(std::count_if(
      answers.begin(), answers.end(), [](const auto& answer) { return answer.empty(); }));
  for (const std::string& warning :
       answer_warnings(counts, options.label_set.value_or(model.label_set_rule()))) {
    reporter.on_warning(warning);
  }
  return answers;
}

std::vector<Answer> predict(const Model& model, std::string_view text,
                            const PredictOptions& options) {
  TextExamples one;
  one.add(text);
  PredictOptions alone = options;
  alone.threads = 1;
  return std::move(predict(model, one, alone).front());
}

namespace {

// Calls use(i, scorer) for every example, and make_room with their number before that.
template <class MakeRoom, class Use>
void score_examples(const Model& model, const Examples& examples, ScoresFor what,
                    const RunOptions& options, MakeRoom make_room, Use use) {
  Voice voice(options);
  ThreadPool pool(options.threads);
  const Records records =
      read_for_model(model, *source_of(examples, ""), pool, voice, RecordsFor::answers);
  make_room(records.size());
  const std::size_t unknown = score_rows(model, records.rows, what, pool, use);
  warn_of_unknown_features(records.unknown_features + unknown, voice);
}

// Row i of a matrix with a column for every class.
std::span<double> row_of(std::vector<double>& matrix, std::size_t i, std::size_t classes) {
  return {matrix.data() + i * classes, classes};
}

}  // namespace

std::vector<double> decision_scores(const Model& model, const Examples& examples,
                                    const RunOptions& options) {
  const std::size_t classes = model.label_space().size();
  std::vector<double> scores;
  score_examples(
      model, examples, ScoresFor::everything, options,
      [&](std::size_t count) { scores.resize(count * classes); },
      [&](std::size_t i, Scorer& scorer) {
        std::ranges::copy(scorer.class_scores(), row_of(scores, i, classes).begin());
      });
  return scores;
}

std::vector<double> class_probabilities(const Model& model, const Examples& examples,
                                        const RunOptions& options) {
  const Predictor predictor(model, {.probabilities = true});
  const std::size_t classes = model.label_space().size();
  std::vector<double> result;
  score_examples(
      model, examples, ScoresFor::everything, options,
      [&](std::size_t count) { result.resize(count * classes); },
      [&](std::size_t i, Scorer& scorer) {
        thread_local Probabilities p;
        predictor.probabilities()->apply(scorer.class_scores(), p);
        std::ranges::copy(p.classes, row_of(result, i, classes).begin());
      });
  return result;
}

std::vector<Prediction> best_classes(const Model& model, const Examples& examples,
                                     const RunOptions& options) {
  std::vector<Prediction> best;
  score_examples(
      model, examples, ScoresFor::best_class, options,
      [&](std::size_t count) { best.resize(count); },
      [&](std::size_t i, Scorer& scorer) { best[i] = scorer.best(1).front(); });
  return best;
}

ModelEvaluation evaluate(const Model& model, const Examples& examples,
                         const EvaluateOptions& measures, const RunOptions& options) {
  Voice voice(options);
  ThreadPool pool(options.threads);
  const auto source = source_of(examples, "test");
  Records records = read_for_model(model, *source, pool, voice);
  settle_measured_labels(model.label_space(), source->unknown_labels(), records, voice);
  Reporter& reporter = voice;
  return evaluate_records(model, std::move(records), measures, pool, &reporter);
}

}  // namespace clade

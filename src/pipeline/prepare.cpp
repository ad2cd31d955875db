#include "pipeline/prepare.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/feature_index.h"
#include "data/rank_records.h"
#include "kernel/kernel_spec.h"
#include "linear/weight_rows.h"
#include "model/fingerprint_section.h"
#include "pipeline/choices.h"
#include "pipeline/choose_label_nodes.h"
#include "pipeline/unknown_labels.h"

namespace clade::detail {

namespace {

std::vector<std::size_t> examples_by_class(const Dataset& data, const LabelSpace& labels) {
  std::vector<std::size_t> examples(labels.size(), 0);
  if (const WholeData* whole = data.whole()) {
    return {whole->examples_of_class.begin(), whole->examples_of_class.end()};
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) ++examples[index_of(c)];
  }
  return examples;
}

// With every node a class, only the terminal ones are missed.
bool should_have_examples(const LabelSpace& labels, ClassId c) {
  return labels.is_predictable(c) && labels.taxonomy().is_terminal(labels.node(c));
}

void warn_of_empty_classes(const Dataset& data, const LabelSpace& labels, Reporter& reporter) {
  constexpr std::size_t shown = 3;
  const std::vector<std::size_t> examples = examples_by_class(data, labels);
  std::size_t empty = 0;
  std::vector<std::string> names;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (examples[c] > 0 || !should_have_examples(labels, label)) continue;
    if (empty++ < shown) names.push_back(quoted(labels.name(label)));
  }
  if (empty == 0) return;
  reporter.on_warning(fmt::format("{} of {} classes {} no example: {}{}", empty, labels.size(),
                                  empty == 1 ? "has" : "have", join(names, ", "),
                                  empty > shown ? ", ..." : ""));
}

void warn_of_full_label_sets(const Dataset& data, const LabelSpace& labels, Reporter& reporter) {
  std::size_t full = 0;
  for (std::size_t i = 0; i < data.size(); ++i) full += data.labels(i).size() == labels.size();
  if (full == 0) return;
  reporter.on_warning(fmt::format("{} of {} instances {} every class: no class can be ranked below",
                                  full, data.size(), full == 1 ? "carries" : "carry"));
}

Fingerprints collected(const std::vector<std::uint64_t>& fingerprints) {
  FingerprintCollector collector;
  collector.add(fingerprints);
  return collector.take();
}

// Where the best C goes with the length of the rows.
bool has_C_of_linear_rows(const Method& method) {
  const MethodTraits traits = method.traits();
  return traits.C && traits.kernel == KernelKind::linear && !traits.adapts_to_data;
}

void check_classes(const Dataset& data, const LabelSpace& labels, Reporter& reporter) {
  std::size_t predictable = 0;
  for (std::size_t c = 0; c < labels.size(); ++c) predictable += labels.is_predictable(ClassId(c));
  if (predictable < 2) {
    fail(ErrorKind::input, "there is only one class, {}: nothing to tell it from",
         quoted(labels.name(ClassId{0})));
  }
  warn_of_empty_classes(data, labels, reporter);
  warn_of_full_label_sets(data, labels, reporter);
}

// Kernels whose rows are no features: there is nothing to scale.
void check_numbers_can_be_scaled(const Method& method, const ScalingParams& numbers) {
  const MethodTraits traits = method.traits();
  const bool has_features = !traits.takes_strings() && traits.kernel != KernelKind::precomputed;
  if (has_features || !numbers.needs_numbers()) return;
  fail_parameter(numbers.settled().scale != Scale::none ? "scale" : "missing",
                 "with `kernel={}` the rows hold no numeric features; leave it out",
                 enum_name(traits.kernel));
}

void warn_of_idle_scale(const Vectoriser& vectoriser, Reporter& reporter) {
  const Vectoriser::Fitted& fitted = vectoriser.fitted();
  if (!fitted.params.numbers.needs_numbers() || !fitted.scaling.empty()) return;
  reporter.on_warning(
      fmt::format("`{}` has no effect: the data have no numeric features",
                  fitted.params.numbers.scale != Scale::none ? "scale" : "missing"));
}

// Options of how texts are read, for data that have none.
void warn_of_idle_text_options(const Vectoriser& vectoriser, const TextParams& text,
                               Reporter& reporter) {
  const CountedFeatures counted = vectoriser.fitted().counted;
  if (counted == CountedFeatures::terms) return;
  const TextParams usual;
  std::vector<std::string> idle;
  const auto check = [&](const char* name, bool is_set) {
    if (is_set) idle.push_back(fmt::format("`{}`", name));
  };
  check("stopwords", text.stopwords != usual.stopwords);
  check("stemmer", text.stemmer != usual.stemmer);
  check("min_word_length", text.min_word_length != usual.min_word_length);
  check("ngrams", text.ngrams != usual.ngrams);
  check("char_ngrams", text.char_ngrams != usual.char_ngrams);
  if (counted == CountedFeatures::none) {
    check("min_df", text.min_df != usual.min_df);
    check("max_df", text.max_df != usual.max_df);
  }
  if (idle.empty()) return;
  reporter.on_warning(fmt::format("{} {} no effect: the data have no text", join(idle, ", "),
                                  idle.size() == 1 ? "has" : "have"));
}

}  // namespace

TrainingSet prepare(Records records, const TrainingPlan& plan, Method& method,
                    const std::string& name, Reporter& reporter, ThreadPool* pool,
                    Communicator& peers) {
  check_numbers_can_be_scaled(method, plan.text.numbers);
  Vectoriser vectoriser =
      Vectoriser::fit(plan.text, records, reporter, pool, peers).with_places(plan.places);
  say_missing(records, vectoriser.fitted().params.numbers.missing, reporter);
  warn_of_idle_scale(vectoriser, reporter);
  if (!method.traits().takes_strings()) {
    warn_of_idle_text_options(vectoriser, plan.text, reporter);
  }
  if (has_C_of_linear_rows(method)) warn_about_length(vectoriser, records, reporter);
  warn_of_dominant_feature(vectoriser, records, reporter);
  check_has_features(records, name, peers);
  const LabelNodes label_nodes =
      plan.label_nodes ? *plan.label_nodes : choose_label_nodes(plan.taxonomy, records, peers);
  LabelSpace labels(plan.taxonomy, label_nodes, records.label_names);
  Fingerprints fingerprints;
  if (plan.fingerprint) fingerprints = collected(all_fingerprints(records, peers));
  const ChosenTerms terms = records.adapted.value_or(ChosenTerms{});
  Dataset data(std::move(records), labels);
  if (!peers.is_alone()) data.set_whole(whole_of(data, labels.size(), peers));
  check_classes(data, labels, reporter);
  const std::string choices = choices_text(vectoriser, terms, labels, data, method);
  if (!choices.empty()) reporter.on_note(choices);
  return {std::move(vectoriser), std::move(labels), std::move(data), std::move(fingerprints)};
}

Records read_for_plan(const RecordSource& source, TrainingPlan& plan, const Method& method,
                      ThreadPool& pool, Reporter& reporter, Communicator& peers) {
  // Fingerprints also keep the same records together when a part is held out.
  Records records =
      read_for_training(source, plan.text, RecordForm::of(method, true), pool, reporter, peers);
  plan.taxonomy = settle_labels(plan.taxonomy, source.unknown_labels(), records, source.name(),
                                reporter, true, peers);
  return records;
}

TrainingSet prepare(const RecordSource& source, const TrainingPlan& plan, Method& method,
                    ThreadPool& pool, Reporter& reporter) {
  TrainingPlan settled = plan;
  Records records = read_for_plan(source, settled, method, pool, reporter);
  return prepare(std::move(records), settled, method, source.name(), reporter, &pool);
}

TrainingSize training_size(const Dataset& data, const LabelSpace& labels) {
  TrainingSize size{data.whole() != nullptr ? data.whole()->size : data.size(), 0, labels.size(),
                    labels.taxonomy().size(), 0};
  const auto measure = [&]<class Real>(const SparseRows<Real>& rows) {
    size.features = FeatureIndex::of(rows, false).size();
    const std::size_t units = std::max(size.nodes, size.classes);
    size.weight_bytes = size.features * WeightRows<Real>::stride_for(units) * sizeof(Real);
  };
  std::visit(measure, data.rows());
  return size;
}

ReadOptions UpdateReader::options(const RecordSource& source, Precision precision) const {
  ReadOptions read = source.options(precision, &vectoriser);
  read.analyzer = analyzer.get();
  read.first_names = &vectoriser.fitted().names;
  read_missing_for(vectoriser, read);
  return read;
}

std::unique_ptr<UpdateReader> reader_for_update(const Model& model) {
  const Vectoriser* known = model.vectoriser();
  auto reader = std::make_unique<UpdateReader>(
      UpdateReader{known != nullptr ? *known : Vectoriser(Vectoriser::Fitted()), nullptr});
  const bool has_terms = reader->vectoriser.fitted().counted == CountedFeatures::terms;
  if (has_terms) reader->analyzer = reader->vectoriser.analyzer();
  return reader;
}

UpdateSet prepare_update(const Model& model, const RecordSource& source, ThreadPool& pool,
                         Reporter& reporter) {
  const std::unique_ptr<UpdateReader> reader = reader_for_update(model);
  ReadOptions read = reader->options(source, model.precision());
  read.fingerprints = fingerprints_of(model) != nullptr;
  Records records = source.read(read, pool);
  warn_of_reading(records, reporter);
  keep_labelled(records, source.name(), reporter);
  if (records.has_text && reader->analyzer == nullptr) warn_of_unread_texts(reporter);
  settle_learned_labels(model.label_space(), source.unknown_labels(), records, source.name(),
                        reporter);
  Vectoriser extended = reader->vectoriser.extended(records, &pool);
  say_missing(records, extended.fitted().params.numbers.missing, reporter);
  warn_of_absent_columns(records, reader->vectoriser, reporter);
  check_has_features(records, source.name());
  Fingerprints fingerprints = collected(records.fingerprints);
  return {std::move(extended), Dataset(std::move(records), model.label_space()),
          std::move(fingerprints)};
}

}  // namespace clade::detail

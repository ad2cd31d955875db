#include "measure/evaluate_records.h"

#include <fmt/core.h>

#include <utility>

#include "clade/method.h"
#include "data/label_combinations.h"
#include "measure/evaluate.h"
#include "model/fingerprint_section.h"

namespace clade {

using namespace detail;

namespace {

// How many of the labelled records the model was trained on; of a sample as many as it makes
// likely.
std::size_t count_trained(const Model& model, const Records& records) {
  const Fingerprints* trained = fingerprints_of(model);
  if (trained == nullptr || records.fingerprints.size() != records.size()) return 0;
  std::size_t labelled = 0, covered = 0, found = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint64_t fingerprint = records.fingerprints[i];
    if (records.labels_of(i).empty() || fingerprint == 0) continue;
    ++labelled;
    covered += trained->covers(fingerprint);
    found += trained->has(fingerprint);
  }
  if (!trained->is_sample() || covered == 0) return found;
  return found * labelled / covered;
}

void add_trained(std::size_t count, const Model& model, Evaluation& evaluation) {
  if (count == 0) return;
  evaluation.trained_on = count;
  const bool is_sample = fingerprints_of(model)->is_sample();
  evaluation.warnings.push_back(fmt::format(
      "{}{} of {} records {} trained on: the measures are too good; measure on records that are "
      "new to the model",
      is_sample ? "about " : "", count, evaluation.instances, count == 1 ? "was" : "were"));
}

ModelEvaluation evaluate_labelled(const Model& model, Records records,
                                  const EvaluateOptions& options, ThreadPool& pool,
                                  Reporter* reporter, std::optional<Dataset>* measured,
                                  Communicator& peers) {
  LabelSpace labels = model.label_space().extended(records.label_names);
  Dataset data(std::move(records), labels);
  if (!traits_of(model).intersects_labels || !data.is_multilabel()) {
    Evaluation evaluation = evaluate(model, labels, data, options, pool, reporter, peers);
    if (measured != nullptr) *measured = std::move(data);
    return {std::move(evaluation), std::move(labels)};
  }
  LabelCombinations one_label_each = combine_labels(data, labels, false);
  Evaluation evaluation =
      evaluate(model, one_label_each.labels, one_label_each.data, options, pool, reporter, peers);
  if (measured != nullptr) *measured = std::move(one_label_each.data);
  return {std::move(evaluation), std::move(one_label_each.labels)};
}

}  // namespace

ModelEvaluation detail::evaluate_records(const Model& model, Records records,
                                         const EvaluateOptions& options, ThreadPool& pool,
                                         Reporter* reporter, std::optional<Dataset>* data,
                                         Communicator& peers) {
  const std::size_t trained = count_trained(model, records);
  ModelEvaluation measured =
      evaluate_labelled(model, std::move(records), options, pool, reporter, data, peers);
  add_trained(trained, model, measured.evaluation);
  return measured;
}

std::string ModelEvaluation::json() const { return evaluation_json(evaluation, labels); }
std::string ModelEvaluation::text() const { return evaluation_text(evaluation); }

}  // namespace clade

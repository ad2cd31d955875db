// Measures what any program predicted.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "base/threads.h"
#include "clade/pipeline.h"
#include "data/dataset.h"
#include "measure/evaluate.h"
#include "pipeline/read.h"
#include "pipeline/unknown_labels.h"

namespace clade {

using namespace detail;

namespace {

// The labels of scores in their order, then those of sets, then of the truth; a label space takes
// each name once.
std::vector<LabelName> labels_of(const GivenAnswers& answers, const Records& truth) {
  std::vector<LabelName> names;
  std::unordered_set<std::string> known;
  const auto add = [&](const std::string& name, const std::string& place) {
    if (known.insert(name).second) names.push_back({name, place});
  };
  for (const std::string& name : answers.classes) add(name, "classes");
  if (answers.sets) {
    for (std::size_t i = 0; i < answers.sets->size(); ++i) {
      for (const std::string& name : (*answers.sets)[i])
        add(name, fmt::format("answers:{}", i + 1));
    }
  }
  for (const LabelName& label : truth.label_names) add(label.name, label.place);
  return names;
}

std::vector<ClassId> classes_of(const Labels& names, const LabelSpace& labels) {
  std::vector<ClassId> classes;
  for (const std::string& name : names) classes.push_back(*labels.find(name));
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

void check_counts(const GivenAnswers& answers, std::size_t examples) {
  if (!answers.sets && answers.classes.empty()) {
    fail(ErrorKind::usage, "expected sets of labels, scores of classes or both, got neither");
  }
  if (answers.sets && answers.sets->size() != examples) {
    fail(ErrorKind::input, "answers: expected {}, one for each example, got {}", examples,
         answers.sets->size());
  }
  if (answers.scores.size() != examples * answers.classes.size()) {
    fail(ErrorKind::input, "scores: expected {} for {} examples and {} classes, got {}",
         examples * answers.classes.size(), examples, answers.classes.size(),
         answers.scores.size());
  }
}

GivenPredictions resolved(const GivenAnswers& answers, const LabelSpace& labels) {
  GivenPredictions predictions;
  if (answers.sets) {
    predictions.sets.emplace();
    for (const Labels& set : *answers.sets) predictions.sets->push_back(classes_of(set, labels));
  }
  if (answers.classes.empty()) return predictions;
  std::vector<ClassId> columns;
  std::vector<bool> is_taken(labels.size(), false);
  for (const std::string& name : answers.classes) {
    columns.push_back(*labels.find(name));
    if (is_taken[index_of(columns.back())]) {
      fail(ErrorKind::input, "classes: {} occurs twice", quoted(name));
    }
    is_taken[index_of(columns.back())] = true;
  }
  predictions.scores = [columns, all = answers.scores](std::size_t i, std::span<double> scores) {
    const auto row = all.subspan(i * columns.size(), columns.size());
    for (std::size_t k = 0; k < columns.size(); ++k) scores[index_of(columns[k])] = row[k];
  };
  return predictions;
}

}  // namespace

ModelEvaluation evaluate(const GivenAnswers& answers, const Examples& truth,
                         const TaxonomySource& taxonomy, const EvaluateOptions& measures,
                         const RunOptions& options, LabelNodes label_nodes) {
  Reporter silent;
  Reporter& reporter = options.reporter != nullptr ? *options.reporter : silent;
  ThreadPool pool(options.threads);
  const auto source = source_of(truth, "test");
  Records records = source->read(source->options(Precision::single, nullptr), pool);
  check_counts(answers, records.size());
  settle_measured_labels(taxonomy, source->unknown_labels(), records, reporter);
  LabelSpace labels(taxonomy, label_nodes, labels_of(answers, records));
  const Dataset data(std::move(records), labels);
  Evaluation evaluation =
      evaluate(labels, data, resolved(answers, labels), measures, pool, &reporter);
  return {std::move(evaluation), std::move(labels)};
}

}  // namespace clade

#include "eval/compare/split_run.h"

#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/train_context.h"
#include "data/record_subset.h"
#include "eval/taxonomy/alignment.h"
#include "eval/taxonomy/class_distances.h"
#include "eval/taxonomy/taxonomy_learning.h"
#include "kernel/kernel_spec.h"
#include "measure/evaluate.h"
#include "pipeline/choose_label_nodes.h"
#include "pipeline/train.h"
#include "taxonomy/random_taxonomy.h"

namespace clade::detail {

namespace {

std::vector<std::string> names_of(std::span<const LabelName> labels) {
  std::vector<std::string> names;
  for (const LabelName& label : labels) names.push_back(label.name);
  return names;
}

Taxonomy given_taxonomy(const TaxonomySource& source, std::span<const LabelName> labels) {
  switch (source.kind) {
    case TaxonomySource::Kind::given:
      return *source.taxonomy;
    case TaxonomySource::Kind::paths:
      return Taxonomy::from_paths(names_of(labels), source.separator);
    case TaxonomySource::Kind::flat:
      break;
  }
  return Taxonomy::flat(names_of(labels));
}

Taxonomy aligned_taxonomy(const Records& records, ThreadPool& pool) {
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  const Dataset data(records, labels);
  return align_classes(alignment_sums(data, labels, KernelSpec{}, pool), 2).taxonomy(labels);
}

TaxonomySource seen_source(const TaxonomySource& given, const TaxonomyDraw& draw,
                           const Records& records, ThreadPool& pool) {
  if (draw.kind == SeenTaxonomy::Kind::given && !draw.tree) return given;
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  if (draw.tree) {
    source.taxonomy = *draw.tree;
  } else if (draw.kind == SeenTaxonomy::Kind::learned) {
    source.taxonomy = learned_taxonomy(records, pool);
  } else if (draw.kind == SeenTaxonomy::Kind::aligned) {
    source.taxonomy = aligned_taxonomy(records, pool);
  } else {
    source.taxonomy = random_taxonomy(given_taxonomy(given, records.label_names), draw.seed);
  }
  return source;
}

// The score of a class is that of the model's class of the same name.
GivenPredictions renamed_predictions(const Model& model, const LabelSpace& judged,
                                     const Dataset& data) {
  std::vector<std::optional<ClassId>> class_of;
  for (std::size_t c = 0; c < model.label_space().size(); ++c) {
    class_of.push_back(judged.find(model.label_space().name(static_cast<ClassId>(c))));
  }
  GivenPredictions predictions;
  predictions.scores = [&model, &data, class_of](std::size_t instance, std::span<double> scores) {
    std::vector<double> own(class_of.size());
    std::visit([&](const auto& rows) { model.scores(rows.row(instance), std::span(own)); },
               data.rows());
    std::fill(scores.begin(), scores.end(), -std::numeric_limits<double>::infinity());
    for (std::size_t c = 0; c < own.size(); ++c) {
      if (class_of[c]) scores[index_of(*class_of[c])] = own[c];
    }
  };
  return predictions;
}

void check_classes(std::span<const LabelName> labels) {
  if (labels.size() >= 2) return;
  fail(ErrorKind::input, "a training part has records of one class only, {}: use larger parts",
       labels.empty() ? "" : labels.front().name);
}

}  // namespace

Taxonomy learned_taxonomy(const Records& records, ThreadPool& pool) {
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  const Dataset data(records, labels);
  return cluster_classes(class_distances(data, labels, KernelSpec{}, pool), Linkage::average, 2)
      .taxonomy(labels);
}

struct TrainingPart::Parts {
  Records records;
  Vectoriser vectoriser;

  static Parts of(const RecordPart& part, const TextParams& text) {
    Reporter silent;  // every part would say the same
    Records records = subset(part.records, part.indices);
    check_classes(records.label_names);
    Vectoriser vectoriser = Vectoriser::fit(text, records, silent);
    return {std::move(records), std::move(vectoriser)};
  }
};

TrainingPart::TrainingPart(const RecordPart& part, const TextParams& text,
                           std::optional<LabelNodes> label_nodes, const TaxonomySource& taxonomy,
                           const TaxonomyDraw& draw, ThreadPool& pool)
    : TrainingPart(Parts::of(part, text),
                   label_nodes ? *label_nodes : choose_label_nodes(taxonomy, part.records),
                   taxonomy, draw, pool) {}

TrainingPart::TrainingPart(Parts parts, LabelNodes label_nodes, const TaxonomySource& taxonomy,
                           const TaxonomyDraw& draw, ThreadPool& pool)
    : vectoriser_(std::move(parts.vectoriser)),
      seen_(seen_source(taxonomy, draw, parts.records, pool), label_nodes,
            parts.records.label_names),
      judged_(taxonomy, label_nodes, parts.records.label_names),
      is_given_(draw.kind == SeenTaxonomy::Kind::given && !draw.tree),
      data_(std::move(parts.records), seen_) {}

Trained TrainingPart::train(Method& method, std::optional<std::size_t> calibration_folds,
                            TrainContext& context) const {
  return train_calibrated(method, data_, seen_, calibration_folds, context);
}

Records TrainingPart::prepared(const RecordPart& part) const {
  Records records = subset(part.records, part.indices);
  use_names(records, vectoriser_.fitted().names);
  vectoriser_.transform(records);
  return records;
}

void TrainingPart::score(const Model& model, const RecordPart& test, ThreadPool& pool,
                         const std::function<void(const Scored&)>& take) const {
  constexpr std::size_t grain = 64;
  constexpr double never = -std::numeric_limits<double>::infinity();
  Records records = prepared(test);
  const LabelSpace labels = model.label_space().extended(records.label_names);
  const Dataset data(std::move(records), labels);
  std::vector<char> is_known(labels.size(), 0);
  for (std::size_t i = 0; i < data_.size(); ++i) {
    for (const ClassId c : data_.labels(i)) is_known[index_of(c)] = labels.is_predictable(c);
  }
  pool.for_ranges(data.size(), grain, [&](std::size_t begin, std::size_t end) {
    Scorer scorer(model);
    std::vector<double> scores(labels.size(), never);
    for (std::size_t i = begin; i < end; ++i) {
      std::visit([&](const auto& rows) { scorer.score(rows.row(i)); }, data.rows());
      const std::span<const double> own = scorer.class_scores();
      for (std::size_t c = 0; c < own.size(); ++c) {
        scores[c] = is_known[c] != 0 ? own[c] : never;
      }
      take({i, labels, data.labels(i), scores});
    }
  });
}

ModelEvaluation TrainingPart::measure(const Model& model, const RecordPart& test,
                                      const EvaluateOptions& options, ThreadPool& pool,
                                      std::optional<Dataset>* measured) const {
  Records records = prepared(test);
  if (is_given_) {
    return evaluate_records(model, std::move(records), options, pool, nullptr, measured);
  }
  LabelSpace judged = judged_.extended(records.label_names);
  Dataset data(std::move(records), judged);
  EvaluateOptions with_rule = options;
  with_rule.label_set = options.label_set.value_or(model.label_set_rule());
  Evaluation evaluation =
      evaluate(judged, data, renamed_predictions(model, judged, data), with_rule, pool);
  if (measured != nullptr) *measured = std::move(data);
  return {std::move(evaluation), std::move(judged)};
}

}  // namespace clade::detail

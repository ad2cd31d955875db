#include "measure/evaluate_records.h"

#include <algorithm>
#include <string>
#include <utility>

#include "data/intersections.h"

namespace clade {

namespace {

bool makes_categories(const Model& model) {
  const auto& options = model.options();
  return std::find(options.begin(), options.end(),
                   std::pair<std::string, std::string>("multilabel", "intersect")) != options.end();
}

}  // namespace

RecordsEvaluation evaluate_records(const Model& model, Records records,
                                   const EvaluateOptions& options, ThreadPool& pool) {
  LabelSpace labels = model.label_space().extended(records.label_names);
  const Dataset data(std::move(records), labels);
  if (!makes_categories(model) || !data.is_multilabel()) {
    Evaluation evaluation = evaluate(model, labels, data, options, pool);
    return {std::move(evaluation), std::move(labels)};
  }
  Intersected one_label_each = intersected(data, labels, false);
  Evaluation evaluation =
      evaluate(model, one_label_each.labels, one_label_each.data, options, pool);
  return {std::move(evaluation), std::move(one_label_each.labels)};
}

}  // namespace clade

#include "measure/evaluate_records.h"

#include <utility>

#include "clade/method.h"
#include "data/label_combinations.h"
#include "measure/evaluate.h"

namespace clade {

using namespace detail;

ModelEvaluation detail::evaluate_records(const Model& model, Records records,
                                         const EvaluateOptions& options, ThreadPool& pool) {
  LabelSpace labels = model.label_space().extended(records.label_names);
  const Dataset data(std::move(records), labels);
  if (!traits_of(model).intersects_labels || !data.is_multilabel()) {
    Evaluation evaluation = evaluate(model, labels, data, options, pool);
    return {std::move(evaluation), std::move(labels)};
  }
  LabelCombinations one_label_each = combine_labels(data, labels, false);
  Evaluation evaluation =
      evaluate(model, one_label_each.labels, one_label_each.data, options, pool);
  return {std::move(evaluation), std::move(one_label_each.labels)};
}

std::string ModelEvaluation::json() const { return evaluation_json(evaluation, labels); }
std::string ModelEvaluation::text() const { return evaluation_text(evaluation); }

}  // namespace clade

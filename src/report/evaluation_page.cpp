#include "report/evaluation_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "measure/evaluation_json.h"
#include "measure/metric_definition.h"
#include "measure/metric_direction.h"
#include "measure/progress_json.h"
#include "report/explanation_data.h"
#include "report/record_pictures.h"
#include "report/tree_json.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_cells_of_page = 60'000;
// Each takes about as long as a few predictions.
constexpr std::size_t most_explained = 500;

std::vector<NodeId> nodes_of(const LabelSpace& labels, const std::vector<ClassId>& classes) {
  std::vector<NodeId> nodes;
  for (const ClassId c : classes) nodes.push_back(labels.node(c));
  return nodes;
}

std::vector<JudgedRecord> judged_records(const EvaluationPicture& picture) {
  std::vector<JudgedRecord> records;
  const Evaluation& evaluation = picture.evaluation;
  for (std::size_t i = 0; i < evaluation.judged.size(); ++i) {
    const JudgedInstance& judged = evaluation.judged[i];
    records.push_back({evaluation.measured[i],
                       nodes_of(picture.labels, judged.truth),
                       {nodes_of(picture.labels, judged.guesses)},
                       {judged.probabilities}});
  }
  return records;
}

// Which metrics the page shows before it is asked for all.
Json columns_of(const Evaluation& evaluation) {
  Json columns = Json::array();
  for (const char* name : {"accuracy", "average_precision", "tree_loss", "parent_accuracy",
                           "micro_f1", "macro_f1", "hierarchical_f1"}) {
    if (evaluation.find(name)) columns.push_back(name);
  }
  return columns;
}

void add_intervals(const Evaluation& evaluation, Json& metrics) {
  for (const auto& [metric, low, high] : evaluation.intervals) {
    if (metrics.contains(metric)) metrics[metric]["interval"] = {low, high};
  }
}

Json curve_json(const ThresholdCurve& curve) {
  return {{"true", curve.positives},
          {"thresholds", curve.thresholds},
          {"given", curve.given},
          {"right", curve.right}};
}

Json curves_json(const EvaluationCurves& curves, PooledOver over) {
  Json json{{"over", over == PooledOver::probabilities ? "probability" : "score"}};
  if (curves.labels) json["labels"] = curve_json(*curves.labels);
  json["nodes"] = curve_json(curves.nodes);
  json["by_node"] = Json::array();
  for (const NodeCurve& of : curves.by_node) {
    json["by_node"].push_back({{"node", index_of(of.node)}, {"curve", curve_json(of.curve)}});
  }
  return json;
}

// A class that is never true has no recall, one that was never given no precision.
Json classes_json(const EvaluationPicture& picture, const Confusion& confusion, Json classes) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const NodeId node = picture.labels.node(picture.evaluation.per_class[i].label);
    const NodeCounts& counts = confusion.labels()[index_of(node)];
    if (counts.given == 0) classes[i]["precision"] = nullptr;
    if (counts.truth == 0) classes[i]["recall"] = nullptr;
    if (counts.given == 0 && counts.truth == 0) classes[i]["f1"] = nullptr;
  }
  return classes;
}

ExplainRecords explainer_of(const EvaluationPicture& picture) {
  if (!picture.explain) return {};
  return [&picture](std::span<const std::size_t> places) {
    const auto documents = picture.explain(places.first(std::min(most_explained, places.size())));
    const NamesOfPage names = names_of_page(picture.labels);
    std::vector<Json> explained;
    for (const ExplainedDocument& document : documents) {
      explained.push_back(Json::array({explained_json(document, 0, names, {})}));
    }
    return explained;
  };
}

}  // namespace

Json evaluation_report(const ReportHead& head, const EvaluationPicture& picture) {
  Json data = head_json("evaluation", head);
  Json measured = evaluation_value(picture.evaluation, picture.labels);
  Json method{{"method", picture.method}, {"taxonomy", "given"}};
  Json better = Json::object(), meanings = Json::object();
  for (const auto& [name, value] : measured["metrics"].items()) {
    method["metrics"][name] = {{"mean", value}};
    better[name] = smaller_is_better(name) ? "lower" : "higher";
    meanings[name] = metric_definition(name);
  }
  add_intervals(picture.evaluation, method["metrics"]);
  for (const char* part : {"loss_histogram", "per_level", "reliability"}) {
    if (measured.contains(part)) method[part] = std::move(measured[part]);
  }
  if (picture.evaluation.curves && picture.evaluation.pooled_over) {
    method["curves"] = curves_json(*picture.evaluation.curves, *picture.evaluation.pooled_over);
  }
  method["trace"] = Json::array();
  for (const Progress& pass : picture.trace) method["trace"].push_back(progress_json(pass));

  const std::vector<JudgedRecord> records = judged_records(picture);
  Confusion confusion(picture.labels.taxonomy());
  SetSizes sizes;
  for (const JudgedRecord& record : records) {
    confusion.add(record.truth, record.guesses.front());
    sizes.add(record.truth.size(), record.guesses.front().size());
  }
  add_confusion(confusion, most_cells_of_page, method);
  if (!sizes.are_all_one()) method["set_sizes"] = set_sizes_json(sizes);

  data["better"] = std::move(better);
  data["meanings"] = std::move(meanings);
  data["columns"] = columns_of(picture.evaluation);
  data["instances"] = picture.evaluation.instances;
  data["methods"] = Json::array({std::move(method)});
  data["per_class"] = classes_json(picture, confusion, std::move(measured["per_class"]));
  data["tree"] = tree_json(picture.labels.taxonomy());
  data["documents"] = documents_json(records, confusion, picture.texts, explainer_of(picture));
  if (!picture.unexplained.empty()) data["unexplained"] = picture.unexplained;
  return data;
}

}  // namespace clade::detail::report

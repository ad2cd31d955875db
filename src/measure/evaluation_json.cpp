#include "measure/evaluation_json.h"

#include <fmt/core.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace clade {

using namespace detail;

namespace {

using Json = nlohmann::ordered_json;

Json reliability_json(const std::vector<LevelReliability>& levels) {
  Json json = Json::array();
  for (const LevelReliability& level : levels) {
    Json bins = Json::array();
    for (const ReliabilityBin& bin : level.bins) {
      bins.push_back(
          Json{{"confidence", bin.confidence}, {"accuracy", bin.accuracy}, {"count", bin.count}});
    }
    json.push_back(Json{{"level", level.level}, {"ece", level.ece}, {"bins", std::move(bins)}});
  }
  return json;
}

}  // namespace

Json detail::evaluation_value(const Evaluation& evaluation, const LabelSpace& labels) {
  Json json{{"instances", evaluation.instances}, {"metrics", Json::object()},
            {"loss_histogram", Json::object()},  {"per_level", Json::array()},
            {"per_class", Json::array()},        {"empty_sets", evaluation.empty_sets}};
  if (evaluation.featureless) json["featureless"] = *evaluation.featureless;
  if (evaluation.pooled_over) {
    constexpr std::array names{"scores", "probabilities", "nodes"};
    json["pooled_over"] = names[static_cast<std::size_t>(*evaluation.pooled_over)];
  }
  for (const auto& [name, value] : evaluation.metrics) json["metrics"][name] = value;
  if (!evaluation.intervals.empty()) {
    Json& intervals = json["intervals"] = {{"level", interval_level}, {"metrics", Json::object()}};
    for (const auto& [metric, low, high] : evaluation.intervals) {
      intervals["metrics"][metric] = {low, high};
    }
  }
  for (const auto& [loss, count] : evaluation.loss_histogram) {
    json["loss_histogram"][format_number(loss)] = count;
  }
  for (const LevelReport& level : evaluation.per_level) {
    Json entry{{"level", level.level}};
    if (level.accuracy) entry["accuracy"] = *level.accuracy;
    entry["nodes"] = level.nodes;
    entry["f1"] = level.f1;
    if (level.auprc) entry["auprc"] = *level.auprc;
    if (level.ece) entry["ece"] = *level.ece;
    json["per_level"].push_back(std::move(entry));
  }
  for (const ClassReport& report : evaluation.per_class) {
    json["per_class"].push_back(Json{{"class", labels.name(report.label)},
                                     {"support", report.support},
                                     {"precision", report.precision},
                                     {"recall", report.recall},
                                     {"f1", report.f1}});
  }
  if (!evaluation.reliability.empty()) {
    json["reliability"] = reliability_json(evaluation.reliability);
  }
  if (const auto& beam = evaluation.beam) {
    json["beam"] = Json{{"width", beam->width}, {"checked", beam->checked}, {"same", beam->same}};
  }
  if (evaluation.trained_on > 0) json["trained_on"] = evaluation.trained_on;
  return json;
}

std::string detail::per_class_table(const Evaluation& evaluation, const LabelSpace& labels) {
  std::string table = "class\tsupport\tprecision\trecall\tf1\n";
  for (const ClassReport& report : evaluation.per_class) {
    table += fmt::format("{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\n", labels.name(report.label),
                         report.support, report.precision, report.recall, report.f1);
  }
  return table;
}

std::string evaluation_json(const Evaluation& evaluation, const LabelSpace& labels) {
  // A name that is not UTF-8 must not stop the report.
  return evaluation_value(evaluation, labels).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace clade

#include "eval/evaluation_json.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace clade {

using Json = nlohmann::ordered_json;

Json evaluation_value(const Evaluation& evaluation, const LabelSpace& labels) {
  Json json{{"instances", evaluation.instances},
            {"metrics", Json::object()},
            {"loss_histogram", Json::object()},
            {"per_level", Json::array()},
            {"per_class", Json::array()}};
  for (const auto& [name, value] : evaluation.metrics) json["metrics"][name] = value;
  for (const auto& [loss, count] : evaluation.loss_histogram) {
    json["loss_histogram"][format_number(loss)] = count;
  }
  for (const LevelReport& level : evaluation.per_level) {
    Json entry{{"level", level.level}};
    if (level.accuracy) entry["accuracy"] = *level.accuracy;
    entry["nodes"] = level.nodes;
    entry["f1"] = level.f1;
    if (level.auprc) entry["auprc"] = *level.auprc;
    json["per_level"].push_back(std::move(entry));
  }
  for (const ClassReport& report : evaluation.per_class) {
    json["per_class"].push_back(Json{{"class", labels.name(report.label)},
                                     {"support", report.support},
                                     {"precision", report.precision},
                                     {"recall", report.recall},
                                     {"f1", report.f1}});
  }
  return json;
}

std::string evaluation_json(const Evaluation& evaluation, const LabelSpace& labels) {
  // A name that is not UTF-8 must not stop the report.
  return evaluation_value(evaluation, labels).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace clade

#include "eval/compare/comparison_json.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/text.h"
#include "eval/compare/curve.h"

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

Json metric_json(const MetricSummary& metric) {
  Json json{{"mean", metric.mean}, {"std", metric.deviation}};
  if (metric.interval) json["interval"] = {metric.interval->low, metric.interval->high};
  json["values"] = metric.values;
  return json;
}

Json against_json(const AgainstFirst& against) {
  Json json{{"difference", *against.difference}};
  const auto add = [&](const char* name, const std::optional<double>& p) {
    if (p) json[name] = *p;
  };
  add("p_permutation", against.p_permutation);
  add("p_t", against.p_t);
  add("p_permutation_corrected", against.p_permutation_corrected);
  add("p_t_corrected", against.p_t_corrected);
  add("p", against.deciding_p());
  json["paired_over"] = against.over_records ? "records" : "splits";
  return json;
}

Json setting_json(const Setting& setting) {
  Json json = Json::object();
  for (const auto& [name, value] : setting) {
    const auto number = parse_double(value);
    json[name] = number ? Json(*number) : Json(value);
  }
  return json;
}

// Of one split: the setting, or one for each measure.
Json chosen_json(const std::vector<std::pair<std::string, Setting>>& chosen) {
  if (chosen.size() == 1 && chosen.front().first.empty()) {
    return setting_json(chosen.front().second);
  }
  Json json = Json::object();
  for (const auto& [measure, setting] : chosen) json[measure] = setting_json(setting);
  return json;
}

Json summary_json(const MethodSummary& summary) {
  Json json{{"method", summary.name},
            {"taxonomy", summary.taxonomy},
            {"flat", summary.is_flat},
            {"metrics", Json::object()}};
  for (const MetricSummary& metric : summary.metrics) {
    json["metrics"][metric.name] = metric_json(metric);
  }
  if (!summary.against_first.empty()) {
    json["against_first"] = Json::object();
    for (std::size_t m = 0; m < summary.metrics.size(); ++m) {
      const AgainstFirst& against = summary.against_first[m];
      if (!against.difference) continue;
      json["against_first"][summary.metrics[m].name] = against_json(against);
    }
  }
  json["chosen"] = Json::array();
  for (const auto& chosen : summary.chosen) json["chosen"].push_back(chosen_json(chosen));
  json["loss_histogram"] = Json::object();
  for (const auto& [loss, count] : summary.loss_histogram) {
    json["loss_histogram"][format_number(loss)] = count;
  }
  json["per_level"] = Json::array();
  for (const LevelReport& level : summary.per_level) {
    Json entry{{"level", level.level}, {"nodes", level.nodes}, {"f1", level.f1}};
    if (level.accuracy) entry["accuracy"] = *level.accuracy;
    if (level.auprc) entry["auprc"] = *level.auprc;
    json["per_level"].push_back(std::move(entry));
  }
  json["seconds"] = summary.train_seconds;
  json["models"] = summary.models;
  json["early_ends"] = summary.early_ends;
  return json;
}

}  // namespace

Json comparison_json(std::span<const MethodSummary> summaries, const ComparisonNotes& notes) {
  Json json{{"methods", Json::array()}};
  for (const MethodSummary& summary : summaries) {
    json["methods"].push_back(summary_json(summary));
  }
  json["splits"] = notes.split_count;
  json["splitting"] = notes.splits;
  json["seed"] = notes.seed;
  if (!notes.tuning.empty()) json["tuning"] = notes.tuning;
  return json;
}

}  // namespace clade::detail

namespace clade {

using namespace detail;

std::string Comparison::json() const {
  Json json = comparison_json(methods, notes);
  if (curve) json["curve"] = curve_json(*curve);
  return compact_json(json);
}

}  // namespace clade

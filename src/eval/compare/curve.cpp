// Curves as tables and JSON.
#include "eval/compare/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

std::string row_name(const MethodSummary& summary) {
  return summary.taxonomy == "given" ? summary.name
                                     : fmt::format("{} ({})", summary.name, summary.taxonomy);
}

// Values where every point has the metric.
Json line_json(const Curve& curve, std::size_t contender, const std::string& metric) {
  Json mean = Json::array(), deviation = Json::array();
  for (const auto& point : curve.points) {
    const MetricSummary* found = point[contender].find(metric);
    if (found == nullptr) return {};
    mean.push_back(found->mean);
    deviation.push_back(found->deviation);
  }
  return {{"mean", std::move(mean)}, {"std", std::move(deviation)}};
}

}  // namespace

std::string curve_table(const Curve& curve, const std::string& metric) {
  const std::string heading = fmt::format("{} by {}", metric, curve.option);
  std::size_t width = heading.size();
  for (const MethodSummary& own : curve.points.front()) {
    width = std::max(width, row_name(own).size());
  }
  std::string text = fmt::format("{:<{}}", heading, width);
  const auto width_of = [](const std::string& value) {
    return std::max<std::size_t>(8, value.size());
  };
  for (const std::string& value : curve.values) {
    text += fmt::format("  {:>{}}", value, width_of(value));
  }
  text += '\n';
  for (std::size_t c = 0; c < curve.points.front().size(); ++c) {
    text += fmt::format("{:<{}}", row_name(curve.points.front()[c]), width);
    for (std::size_t p = 0; p < curve.points.size(); ++p) {
      const MetricSummary* found = curve.points[p][c].find(metric);
      const std::string value = found == nullptr ? "-" : fmt::format("{:.4f}", found->mean);
      text += fmt::format("  {:>{}}", value, width_of(curve.values[p]));
    }
    text += '\n';
  }
  return text;
}

Json curve_json(const Curve& curve) {
  Json json{{"option", curve.option}, {"values", Json::array()}, {"methods", Json::array()}};
  for (const std::string& value : curve.values) {
    const auto number = parse_double(value);
    json["values"].push_back(number ? Json(*number) : Json(value));
  }
  for (std::size_t c = 0; c < curve.points.front().size(); ++c) {
    const MethodSummary& own = curve.points.front()[c];
    Json metrics = Json::object();
    for (const MetricSummary& metric : own.metrics) {
      Json line = line_json(curve, c, metric.name);
      if (!line.is_null()) metrics[metric.name] = std::move(line);
    }
    json["methods"].push_back(
        {{"method", own.name}, {"taxonomy", own.taxonomy}, {"metrics", std::move(metrics)}});
  }
  return json;
}

}  // namespace clade::detail

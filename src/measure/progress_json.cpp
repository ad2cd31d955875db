#include "measure/progress_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json_text.h"

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

// null is what a number that JSON cannot hold was written as.
double number_at(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::numeric_limits<double>::quiet_NaN();
  return found->get<double>();
}

}  // namespace

Json progress_json(const Progress& progress) {
  Json json{{"epoch", progress.epoch}, {"seconds", number_or_null(progress.seconds)}};
  if (progress.online) {
    json["updates"] = progress.updates;
    json["examples"] = progress.online->examples;
    json["mean_error"] = number_or_null(progress.online->mean_error);
    json["accuracy"] = number_or_null(progress.online->accuracy);
    json["active_ratio"] = number_or_null(progress.active_ratio);
    return json;
  }
  json["primal"] = number_or_null(progress.primal);
  json["dual"] = number_or_null(progress.dual);
  json["relative_gap"] = number_or_null(progress.relative_gap);
  json["active_ratio"] = number_or_null(progress.active_ratio);
  json["updates"] = progress.updates;
  if (progress.bytes_sent > 0) {
    json["bytes_sent"] = progress.bytes_sent;
    json["seconds_waited"] = number_or_null(progress.seconds_waited);
  }
  return json;
}

std::optional<Progress> progress_of(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Progress progress;
  const double epoch = number_at(json, "epoch");
  progress.seconds = number_at(json, "seconds");
  if (!(std::abs(epoch) < 1e9) || !std::isfinite(progress.seconds)) return std::nullopt;
  progress.epoch = static_cast<int>(epoch);
  if (const double updates = number_at(json, "updates"); updates >= 0 && updates < 1e18) {
    progress.updates = static_cast<std::uint64_t>(updates);
  }
  if (const double examples = number_at(json, "examples"); examples >= 0 && examples < 1e18) {
    progress.online = OnlineProgress{static_cast<std::uint64_t>(examples),
                                     number_at(json, "mean_error"), number_at(json, "accuracy")};
    progress.active_ratio = number_at(json, "active_ratio");
    return progress;
  }
  progress.primal = number_at(json, "primal");
  progress.dual = number_at(json, "dual");
  progress.relative_gap = number_at(json, "relative_gap");
  progress.active_ratio = number_at(json, "active_ratio");
  return progress;
}

}  // namespace clade::detail

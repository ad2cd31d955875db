#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "clade/search.h"

namespace clade {

using namespace detail;

namespace {

using Json = nlohmann::ordered_json;

Json setting_json(const Setting& setting) {
  Json json = Json::object();
  for (const auto& [name, value] : setting) json[name] = value;
  return json;
}

Json search_run_json(const SearchRun& run) {
  Json json = Json::object();
  json["options"] = setting_json(run.options);
  json["examples"] = run.examples;
  json["folds"] = run.folds;
  if (run.failure.empty()) {
    json["value"] = number_or_null(run.value);
    json["standard_error"] = number_or_null(run.standard_error);
  } else {
    json["failure"] = run.failure;
  }
  if (run.on_most_examples && run.failure.empty()) {
    json["chosen"] = run.is_chosen;
    json["within_chance"] = run.is_as_good;
  }
  json["seconds"] = number_or_null(run.seconds);
  return json;
}

}  // namespace

std::string SearchResult::json() const {
  Json json = Json::object();
  json["measure"] = measure;
  json["chosen"] = setting_json(chosen);
  if (value) {
    json["value"] = number_or_null(*value);
    json["standard_error"] = number_or_null(standard_error);
  }
  json["stopped"] = search_end_name(end);
  json["runs"] = Json::array();
  for (const SearchRun& run : runs) json["runs"].push_back(search_run_json(run));
  json["seconds"] = number_or_null(seconds);
  return compact_json(json);
}

}  // namespace clade

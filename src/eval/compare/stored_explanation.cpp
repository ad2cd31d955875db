#include "eval/compare/stored_explanation.h"

#include <nlohmann/json.hpp>

namespace clade::detail {

namespace {

using Json = nlohmann::ordered_json;

Json of_probability(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::optional<double> probability_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<double>();
}

Json of_class(const ExplainedClass& explained) {
  Json nodes = Json::array();
  for (const ExplainedNode& node : explained.nodes) {
    nodes.push_back(
        {node.node, node.rival, node.amount, node.share, of_probability(node.probability)});
  }
  return {explained.label, explained.path, explained.score, of_probability(explained.probability),
          std::move(nodes)};
}

ExplainedClass class_of(const Json& json) {
  ExplainedClass explained{json.at(0).get<std::string>(),
                           json.at(1).get<std::vector<std::string>>(),
                           json.at(2).get<double>(),
                           {},
                           probability_of(json.at(3))};
  for (const Json& node : json.at(4)) {
    explained.nodes.push_back({node.at(0).get<std::string>(),
                               node.at(1).get<std::string>(),
                               node.at(2).get<double>(),
                               node.at(3).get<double>(),
                               {},
                               probability_of(node.at(4))});
  }
  return explained;
}

}  // namespace

Json stored_explanation(const ExplainedDocument& document) {
  Json json{{"id", document.id},
            {"answer", of_class(document.answer)},
            {"asked", document.is_asked_for},
            {"predicted", document.predicted},
            {"probabilities", document.probabilities},
            {"lead", document.lead},
            {"left_out", document.left_out},
            {"scale", document.scale},
            {"words", Json::array()},
            {"text", Json::array()}};
  if (document.runner_up) json["other"] = of_class(*document.runner_up);
  for (const auto& [word, share] : document.difference) json["words"].push_back({word, share});
  for (const auto& [text, share] : document.text) json["text"].push_back({text, share});
  return json;
}

ExplainedDocument explanation_of(const Json& json) {
  ExplainedDocument document;
  document.id = json.at("id").get<std::string>();
  document.answer = class_of(json.at("answer"));
  if (json.contains("other")) document.runner_up = class_of(json["other"]);
  document.is_asked_for = json.at("asked").get<bool>();
  document.predicted = json.at("predicted").get<std::vector<std::string>>();
  document.probabilities = json.at("probabilities").get<std::vector<double>>();
  document.lead = json.at("lead").get<double>();
  document.left_out = json.at("left_out").get<std::size_t>();
  document.scale = json.at("scale").get<std::string>();
  for (const Json& word : json.at("words")) {
    document.difference.push_back({word.at(0).get<std::string>(), word.at(1).get<double>()});
  }
  for (const Json& part : json.at("text")) {
    document.text.push_back({part.at(0).get<std::string>(), part.at(1).get<double>()});
  }
  return document;
}

}  // namespace clade::detail

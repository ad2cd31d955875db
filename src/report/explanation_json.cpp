#include "report/explanation_json.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_text.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

Json words_json(const std::vector<ExplainedWord>& words) {
  Json list = Json::array();
  for (const ExplainedWord& word : words) {
    list.push_back(Json{{"word", word.word}, {"share", number_or_null(word.share)}});
  }
  return list;
}

void add_class(const ExplainedClass& explained, Json& json) {
  json["label"] = explained.label;
  json["score"] = number_or_null(explained.score);
  if (explained.probability) json["probability"] = number_or_null(*explained.probability);
  json["path"] = explained.path;
  json["nodes"] = Json::array();
  for (const ExplainedNode& node : explained.nodes) {
    Json entry{{"node", node.node}, {"share", number_or_null(node.share)}};
    if (!node.rival.empty()) {
      entry["margin"] = number_or_null(node.amount);
      entry["rival"] = node.rival;
    }
    entry["words"] = words_json(node.words);
    json["nodes"].push_back(std::move(entry));
  }
}

}  // namespace

Json explanation_json(const ExplainedDocument& document) {
  Json json{{"id", document.id}, {"predicted", document.predicted}};
  if (!document.scale.empty()) json["scale"] = document.scale;
  add_class(document.answer, json);
  if (!document.runner_up) return json;
  add_class(*document.runner_up, json[document.is_asked_for ? "asked" : "runner_up"]);
  json["difference"] = {{"lead", number_or_null(document.lead)},
                        {"words", words_json(document.difference)}};
  return json;
}

}  // namespace clade::detail::report

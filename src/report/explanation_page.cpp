#include "report/explanation_page.h"

#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <utility>

#include "report/explanation_data.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

// Numbers names as they come.
class Numbered {
 public:
  Json number(const std::string& name) {
    const auto [found, is_new] = numbers_.try_emplace(name, names_.size());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  Json numbers(const std::vector<std::string>& names) {
    Json list = Json::array();
    for (const std::string& name : names) list.push_back(number(name));
    return list;
  }
  NamesOfPage names_of_page() {
    const auto of = [this](const std::string& name) { return number(name); };
    return {of, of};
  }
  const Json& names() const { return names_; }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  Json names_ = Json::array();
};

std::string text_of(const ExplainedDocument& document) {
  std::string text;
  for (const MarkedPart& part : document.text) text += part.text;
  return text;
}

Json document_json(const ExplainedDocument& document, std::size_t words, Numbered& names) {
  Json json{{"id", document.id},
            {"labels", names.numbers(document.truth)},
            {"guesses", Json::array({names.numbers(document.predicted)})}};
  if (!document.probabilities.empty()) {
    Json list = Json::array();
    for (const double value : document.probabilities) list.push_back(short_probability(value));
    json["probabilities"] = Json::array({std::move(list)});
  }
  json["explained"] =
      Json::array({explained_json(document, 0, names.names_of_page(), {words, true})});
  if (!document.text.empty()) json["text"] = text_of(document);
  return json;
}

}  // namespace

Json explanation_page(std::span<const ExplainedDocument> documents, std::size_t words) {
  Numbered names;
  Json list = Json::array();
  for (const ExplainedDocument& document : documents) {
    list.push_back(document_json(document, words, names));
  }
  Json data{{"kind", "explanation"},
            {"title", "Explained answers"},
            {"names", names.names()},
            {"documents", std::move(list)}};
  if (!documents.empty() && !documents.front().scale.empty()) {
    data["notes"].push_back("Numeric features are scaled (" + documents.front().scale +
                            "): their shares are of scaled values.");
  }
  return data;
}

}  // namespace clade::detail::report

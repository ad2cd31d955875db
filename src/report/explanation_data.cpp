#include "report/explanation_data.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "taxonomy/shown_name.h"

namespace clade::detail::report {

namespace {

using Json = nlohmann::ordered_json;

// Digits beyond what is shown would fill the page; JSON has no infinity.
double short_number(double value) {
  if (!std::isfinite(value)) return 0;
  return std::strtod(fmt::format("{:.4g}", value).c_str(), nullptr);
}

Json words_json(const std::vector<ExplainedWord>& words, std::size_t most) {
  Json list = Json::array();
  for (const ExplainedWord& word : words) {
    if (most > 0 && list.size() == most) break;
    list.push_back({word.word, short_number(word.share)});
  }
  return list;
}

// Length of a text in JavaScript, whose strings are of 16-bit units.
std::size_t script_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0U) == 0x80U ? 0 : byte >= 0xF0U ? 2 : 1;
  }
  return units;
}

Json marks_json(const std::vector<MarkedPart>& text) {
  Json marks = Json::array();
  std::size_t at = 0;
  for (const MarkedPart& part : text) {
    const std::size_t length = script_length(part.text);
    if (part.share != 0) marks.push_back({at, length, short_number(part.share)});
    at += length;
  }
  return marks;
}

Json class_json(const ExplainedClass& explained, const NamesOfPage& names,
                const ShownWords& shown) {
  Json json{{"node", names.label(explained.label)}, {"score", short_number(explained.score)}};
  if (explained.probability) json["probability"] = short_probability(*explained.probability);
  json["nodes"] = json["shares"] = Json::array();
  const auto& nodes = explained.nodes;
  const bool has_rivals =
      std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return !node.rival.empty(); });
  for (const ExplainedNode& node : nodes) {
    json["nodes"].push_back(names.node(node.node));
    json["shares"].push_back(short_number(node.share));
    if (has_rivals) {
      json["rivals"].push_back(node.rival.empty() ? Json() : names.node(node.rival));
      json["margins"].push_back(short_number(node.amount));
    }
    if (explained.probability) {
      json["probabilities"].push_back(node.probability ? Json(short_probability(*node.probability))
                                                       : Json());
    }
    if (!shown.of_nodes) continue;
    Json words = words_json(node.words, shown.most);
    json["left_out"].push_back(node.words.size() - words.size());
    json["words"].push_back(std::move(words));
  }
  return json;
}

}  // namespace

NamesOfPage names_of_page(const LabelSpace& labels) {
  const auto numbers = std::make_shared<std::unordered_map<std::string, std::size_t>>();
  for (const NodeId node : labels.taxonomy().top_down()) {
    numbers->emplace(shown_name(labels.taxonomy(), node), index_of(node));
  }
  const auto of_node = [numbers](const std::string& name) {
    const auto found = numbers->find(name);
    return found == numbers->end() ? Json(name) : Json(found->second);
  };
  const auto of_label = [&labels, of_node](const std::string& name) {
    const auto label = labels.find(name);
    return label ? Json(index_of(labels.node(*label))) : of_node(name);
  };
  return {of_label, of_node};
}

double short_probability(double value) {
  // More digits near 0 and 1 would say more than a calibration knows.
  return std::round(1e4 * value) / 1e4;
}

Json explained_json(const ExplainedDocument& document, std::size_t method, const NamesOfPage& names,
                    const ShownWords& words) {
  Json json{{"method", method}, {"best", class_json(document.answer, names, words)}};
  if (document.runner_up) {
    json["other"] = class_json(*document.runner_up, names, words);
    if (document.is_asked_for) json["asked"] = true;
    json["lead"] = short_number(document.lead);
  }
  json["words"] = words_json(document.difference, words.most);
  const std::size_t left_out =
      document.left_out + document.difference.size() - json["words"].size();
  if (left_out > 0) json["left_out"] = left_out;
  Json marks = marks_json(document.text);
  if (!marks.empty()) json["marks"] = std::move(marks);
  return json;
}

}  // namespace clade::detail::report

#include "cli/output/prediction_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "base/text.h"
#include "model/number_range.h"

namespace clade::detail::cli {

namespace {

void append_lines(const std::string& id, const std::vector<Answer>& answers, bool has_probabilities,
                  std::string& text) {
  if (answers.empty()) text += id + (has_probabilities ? "\t\t\t\t\n" : "\t\t\t\n");
  for (const Answer& p : answers) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{:.9g}\t{}", id, p.label, p.score,
                   join(p.path, " > "));
    if (p.probability) fmt::format_to(std::back_inserter(text), "\t{:.9g}", *p.probability);
    text += '\n';
  }
}

void append_json(const std::string& id, bool is_known, const std::vector<Answer>& answers,
                 std::string& text) {
  auto line = nlohmann::ordered_json::object();
  line["id"] = id;
  if (!is_known) line["featureless"] = true;
  line["labels"] = nlohmann::ordered_json::array();
  for (const Answer& p : answers) {
    auto label = nlohmann::ordered_json::object();
    label["label"] = p.label;
    label["score"] = number_or_null(p.score);
    if (p.probability) label["probability"] = number_or_null(*p.probability);
    label["path"] = p.path;
    line["labels"].push_back(std::move(label));
  }
  text += json_text(line);
}

}  // namespace

PredictionWriter::PredictionWriter(Predictor predictor, Options options)
    : predictor_(std::move(predictor)), options_(options) {
  const LabelSpace& labels = predictor_.model().label_space();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId(c))) predictable_.push_back(ClassId(c));
  }
  for (std::size_t n = 0; n < labels.taxonomy().size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    if (node != labels.taxonomy().root()) scored_nodes_.push_back(node);
  }
}

std::string PredictionWriter::header() const {
  if (!options_.scores) {
    if (!options_.header) return "";
    const bool has_probabilities = predictor_.probabilities() != nullptr;
    return has_probabilities ? "id\tlabel\tscore\tpath\tprobability\n" : "id\tlabel\tscore\tpath\n";
  }
  std::string header = "id";
  if (scores_nodes()) {
    const Taxonomy& taxonomy = predictor_.model().label_space().taxonomy();
    for (const NodeId node : scored_nodes_) header += fmt::format("\t{}", taxonomy.name(node));
    return header + '\n';
  }
  for (const ClassId c : predictable_)
    header += fmt::format("\t{}", predictor_.model().label_space().name(c));
  return header + '\n';
}

// A method that goes from the root down scores nodes; probabilities are of nodes, too.
bool PredictionWriter::scores_nodes() const {
  return is_top_down(predictor_.model().decoding()) || predictor_.probabilities() != nullptr;
}

ScoresFor PredictionWriter::needs() const {
  if (options_.beam) return ScoresFor::best_class;
  return options_.scores ? ScoresFor::everything : predictor_.needs();
}

void PredictionWriter::append_node_scores(const std::string& id, std::span<const double> scores,
                                          std::string& text) const {
  text += id;
  for (const NodeId node : scored_nodes_) {
    fmt::format_to(std::back_inserter(text), "\t{:.9g}", scores[index_of(node)]);
  }
  text += '\n';
}

void PredictionWriter::append_scores(const std::string& id, std::span<const double> scores,
                                     std::string& text) const {
  text += id;
  for (const ClassId c : predictable_) {
    fmt::format_to(std::back_inserter(text), "\t{:.9g}", scores[index_of(c)]);
  }
  text += '\n';
}

void PredictionWriter::append_table_line(const std::string& id, Scorer& scorer,
                                         std::string& text) const {
  check_score_range(predictor_.model(), scorer.class_scores());
  if (predictor_.probabilities() != nullptr) {
    Probabilities p;
    predictor_.probabilities()->apply(scorer.class_scores(), p);
    append_node_scores(id, p.nodes, text);
  } else if (scores_nodes()) {
    append_node_scores(id, scorer.node_scores(), text);
  } else {
    append_scores(id, scorer.class_scores(), text);
  }
}

bool PredictionWriter::append(const std::string& id, bool is_known, Scorer& scorer,
                              std::string& text) const {
  if (options_.scores) {
    append_table_line(id, scorer, text);
    return true;
  }
  const std::vector<Answer> answers = predictor_.answers(scorer);
  if (options_.output == OutputFormat::jsonl) {
    append_json(id, is_known, answers, text);
  } else {
    append_lines(id, answers, predictor_.probabilities() != nullptr, text);
  }
  return !answers.empty();
}

}  // namespace clade::detail::cli

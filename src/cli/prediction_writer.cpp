#include "cli/prediction_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "base/text.h"

namespace clade::cli {

namespace {

struct NamedPrediction {
  std::string_view label;
  double score;
  std::vector<std::string> path;
};

void append_lines(const std::string& id, const std::vector<NamedPrediction>& predictions,
                  std::string& text) {
  if (predictions.empty()) text += id + "\t\t\t\n";
  for (const NamedPrediction& p : predictions) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{:.9g}\t{}\n", id, p.label, p.score,
                   join(p.path, " > "));
  }
}

void append_json(const std::string& id, const std::vector<NamedPrediction>& predictions,
                 std::string& text) {
  nlohmann::ordered_json line;
  line["id"] = id;
  line["labels"] = nlohmann::ordered_json::array();
  for (const NamedPrediction& p : predictions) {
    nlohmann::ordered_json label;
    label["label"] = std::string(p.label);
    label["score"] = number_or_null(p.score);
    label["path"] = p.path;
    line["labels"].push_back(std::move(label));
  }
  text += json_text(line);
}

}  // namespace

PredictionWriter::PredictionWriter(Model model, const Options& options)
    : model_(std::move(model)), options_(options) {
  const LabelSpace& labels = model_.label_space();
  const bool is_tree = labels.taxonomy().is_tree();
  for (std::size_t c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId(c))) predictable_.push_back(ClassId(c));
    if (is_tree && !options_.scores) paths_.push_back(labels.path(ClassId(c)));
  }
  for (std::size_t n = 0; n < labels.taxonomy().size(); ++n) {
    const auto node = static_cast<NodeId>(n);
    if (node != labels.taxonomy().root()) scored_nodes_.push_back(node);
  }
}

std::string PredictionWriter::header() const {
  if (!options_.scores) return "";
  std::string header = "id";
  if (scores_nodes()) {
    const Taxonomy& taxonomy = model_.label_space().taxonomy();
    for (const NodeId node : scored_nodes_) header += fmt::format("\t{}", taxonomy.name(node));
    return header + '\n';
  }
  for (const ClassId c : predictable_) header += fmt::format("\t{}", model_.label_space().name(c));
  return header + '\n';
}

std::vector<Prediction> PredictionWriter::chosen(Scorer& scorer) const {
  if (options_.top > 0 || options_.rule == LabelSetRule::top1) {
    const auto best = scorer.best(std::max<std::size_t>(1, options_.top));
    return {best.begin(), best.end()};
  }
  std::vector<Prediction> positive;
  for (const ClassId c : predictable_) {
    const double score = scorer.class_scores()[index_of(c)];
    if (score > 0) positive.push_back({c, score});
  }
  std::stable_sort(positive.begin(), positive.end(),
                   [](const Prediction& a, const Prediction& b) { return a.score > b.score; });
  return positive;
}

std::vector<std::string> PredictionWriter::path(ClassId label, Scorer& scorer) const {
  if (!paths_.empty()) return paths_[index_of(label)];
  return model_.label_space().path(label, scorer.node_scores());
}

// A method that goes from the root down scores nodes.
bool PredictionWriter::scores_nodes() const { return goes_from_the_root(model_.decoding()); }

ScoresFor PredictionWriter::needs() const {
  const bool is_best_alone = !options_.scores && options_.top <= 1 &&
                             (options_.top == 1 || options_.rule == LabelSetRule::top1);
  // In a DAG the scores of nodes choose the path.
  return is_best_alone && !paths_.empty() ? ScoresFor::best_class : ScoresFor::everything;
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

void PredictionWriter::append(const std::string& id, Scorer& scorer, std::string& text) const {
  if (options_.scores && scores_nodes()) {
    return append_node_scores(id, scorer.node_scores(), text);
  }
  if (options_.scores) return append_scores(id, scorer.class_scores(), text);
  std::vector<NamedPrediction> predictions;
  for (const Prediction& p : chosen(scorer)) {
    predictions.push_back({model_.label_space().name(p.label), p.score, path(p.label, scorer)});
  }
  (options_.output == OutputFormat::jsonl ? append_json : append_lines)(id, predictions, text);
}

}  // namespace clade::cli

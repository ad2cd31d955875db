#include "cli/output/prediction_writer.h"

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

void append_lines(const std::string& id, const std::vector<NamedPrediction>& predictions,
                  bool has_probabilities, std::string& text) {
  if (predictions.empty()) text += id + (has_probabilities ? "\t\t\t\t\n" : "\t\t\t\n");
  for (const NamedPrediction& p : predictions) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{:.9g}\t{}", id, p.label, p.score,
                   join(p.path, " > "));
    if (p.probability) fmt::format_to(std::back_inserter(text), "\t{:.9g}", *p.probability);
    text += '\n';
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
    if (p.probability) label["probability"] = number_or_null(*p.probability);
    label["path"] = p.path;
    line["labels"].push_back(std::move(label));
  }
  text += json_text(line);
}

}  // namespace

PredictionWriter::PredictionWriter(Model model, Options options)
    : model_(std::move(model)), options_(std::move(options)), sets_(model_, options_.rule) {
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
  std::vector<ClassId> set;
  sets_.choose(scorer.class_scores(), set);
  std::vector<Prediction> predictions;
  for (const ClassId c : set) {
    const bool is_predictable = model_.label_space().is_predictable(c);
    if (is_predictable) predictions.push_back({c, scorer.class_scores()[index_of(c)]});
  }
  std::stable_sort(predictions.begin(), predictions.end(),
                   [](const Prediction& a, const Prediction& b) { return a.score > b.score; });
  return predictions;
}

std::vector<std::string> PredictionWriter::path(ClassId label, Scorer& scorer) const {
  if (!paths_.empty()) return paths_[index_of(label)];
  return model_.label_space().path(label, scorer.node_scores());
}

// A method that goes from the root down scores nodes; probabilities are of nodes, too.
bool PredictionWriter::scores_nodes() const {
  return is_top_down(model_.decoding()) || options_.answers != nullptr;
}

ScoresFor PredictionWriter::needs() const {
  if (options_.beam) return ScoresFor::best_class;
  const bool is_best_alone = options_.answers == nullptr && !options_.scores && options_.top <= 1 &&
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

void PredictionWriter::append_table_line(const std::string& id, Scorer& scorer,
                                         std::string& text) const {
  if (options_.answers != nullptr) {
    Probabilities p;
    options_.answers->map().apply(scorer.class_scores(), p);
    append_node_scores(id, p.nodes, text);
  } else if (scores_nodes()) {
    append_node_scores(id, scorer.node_scores(), text);
  } else {
    append_scores(id, scorer.class_scores(), text);
  }
}

std::vector<NamedPrediction> PredictionWriter::chosen_classes(Scorer& scorer) const {
  std::vector<NamedPrediction> predictions;
  Probabilities p;
  if (options_.answers != nullptr) options_.answers->map().apply(scorer.class_scores(), p);
  for (const Prediction& best : chosen(scorer)) {
    predictions.push_back(
        {model_.label_space().name(best.label), best.score, path(best.label, scorer)});
    if (options_.answers != nullptr) {
      predictions.back().probability = p.classes[index_of(best.label)];
    }
  }
  return predictions;
}

std::vector<NamedPrediction> PredictionWriter::chosen_answers(Scorer& scorer) const {
  const AnswerRule& rule = *options_.answers;
  const Taxonomy& taxonomy = model_.label_space().taxonomy();
  Probabilities p;
  rule.map().apply(scorer.class_scores(), p);
  std::vector<NamedPrediction> predictions;
  for (const NodeAnswer& answer : rule.answers(p)) {
    if (rule.answers_classes()) {
      const auto label = model_.label_space().find(taxonomy.name(answer.node));
      predictions.push_back({taxonomy.class_name(answer.node), answer.score, path(*label, scorer)});
    } else {
      // An unnamed root is an answer, too, and no empty set.
      const std::string_view name = taxonomy.name(answer.node);
      predictions.push_back(
          {name.empty() ? "(root)" : name, answer.score, rule.path(answer.node, p)});
    }
    predictions.back().probability = answer.probability;
  }
  return predictions;
}

void PredictionWriter::append(const std::string& id, Scorer& scorer, std::string& text) const {
  if (options_.scores) return append_table_line(id, scorer, text);
  const bool answers = options_.answers != nullptr && options_.answers->chooses();
  const std::vector<NamedPrediction> predictions =
      answers ? chosen_answers(scorer) : chosen_classes(scorer);
  if (options_.output == OutputFormat::jsonl) {
    append_json(id, predictions, text);
  } else {
    append_lines(id, predictions, options_.answers != nullptr, text);
  }
}

}  // namespace clade::cli

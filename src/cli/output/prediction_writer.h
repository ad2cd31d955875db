// Predictions as text: lines of columns, a table of scores, or JSON lines.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/params.h"
#include "clade/label_sets.h"
#include "clade/model.h"
#include "cli/options/answer_rule.h"

namespace clade::cli {

enum class OutputFormat { tsv, jsonl };

struct NamedPrediction {
  std::string_view label;
  double score;
  std::vector<std::string> path;
  std::optional<double> probability{};
};

// Safe to use from several threads, each with its own Scorer.
class PredictionWriter {
 public:
  struct Options {
    std::size_t top = 0;  // 0: the set that the rule gives
    bool scores = false;
    LabelSetRule rule = LabelSetRule::top1;
    OutputFormat output = OutputFormat::tsv;
    // Where probabilities are asked for.
    std::shared_ptr<const AnswerRule> answers{};
    bool beam = false;  // the best classes come from a beam
  };
  PredictionWriter(Model model, Options options);

  std::string header() const;
  // What rows must be scored for.
  ScoresFor needs() const;
  // Appends what is predicted for the row that `scorer` holds.
  void append(const std::string& id, Scorer& scorer, std::string& text) const;

 private:
  void append_scores(const std::string& id, std::span<const double> scores,
                     std::string& text) const;
  bool scores_nodes() const;
  void append_node_scores(const std::string& id, std::span<const double> scores,
                          std::string& text) const;
  void append_table_line(const std::string& id, Scorer& scorer, std::string& text) const;
  std::vector<Prediction> chosen(Scorer& scorer) const;
  std::vector<NamedPrediction> chosen_classes(Scorer& scorer) const;
  std::vector<NamedPrediction> chosen_answers(Scorer& scorer) const;
  std::vector<std::string> path(ClassId label, Scorer& scorer) const;

  Model model_;
  Options options_;
  LabelSetMaker sets_;
  std::vector<ClassId> predictable_;
  std::vector<NodeId> scored_nodes_;             // all but the root
  std::vector<std::vector<std::string>> paths_;  // by class; empty in a DAG: there scores decide
};

}  // namespace clade::cli

template <>
struct clade::EnumNames<clade::cli::OutputFormat> {
  static constexpr std::array values{std::pair{"tsv", clade::cli::OutputFormat::tsv},
                                     std::pair{"jsonl", clade::cli::OutputFormat::jsonl}};
};

// Predictions as text: lines of columns, a table of scores, or JSON lines.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/params.h"
#include "clade/model.h"
#include "pipeline/predictor.h"

namespace clade::detail::cli {

enum class OutputFormat { tsv, jsonl };

// Safe to use from several threads, each with its own Scorer.
class PredictionWriter {
 public:
  struct Options {
    bool scores = false;  // a table of all scores, or of the probabilities of all nodes
    OutputFormat output = OutputFormat::tsv;
    bool beam = false;    // the best classes come from a beam
    bool header = false;  // of the lines of columns; the table of scores always has one
  };
  PredictionWriter(Predictor predictor, Options options);

  std::string header() const;
  // What rows must be scored for.
  ScoresFor needs() const;
  // Appends what is predicted for the row that `scorer` holds, and returns whether that is
  // anything. `is_known`: the row has a feature that the model knows.
  bool append(const std::string& id, bool is_known, Scorer& scorer, std::string& text) const;

 private:
  void append_scores(const std::string& id, std::span<const double> scores,
                     std::string& text) const;
  bool scores_nodes() const;
  void append_node_scores(const std::string& id, std::span<const double> scores,
                          std::string& text) const;
  void append_table_line(const std::string& id, Scorer& scorer, std::string& text) const;

  Predictor predictor_;
  Options options_;
  std::vector<ClassId> predictable_;
  std::vector<NodeId> scored_nodes_;  // all but the root
};

}  // namespace clade::detail::cli

template <>
struct clade::detail::EnumNames<clade::detail::cli::OutputFormat> {
  static constexpr std::array values{std::pair{"tsv", clade::detail::cli::OutputFormat::tsv},
                                     std::pair{"jsonl", clade::detail::cli::OutputFormat::jsonl}};
};

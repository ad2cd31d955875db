// Label spaces, true labels and scores for tests, written down in a line or read from a golden
// case.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/threads.h"
#include "data/dataset.h"
#include "measure/evaluate.h"
#include "tests/support/temp_folder.h"

namespace clade::detail::test {

using Words = std::vector<std::string>;
using Table = std::vector<std::vector<double>>;  // instances x classes

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<Words> read_table(const std::filesystem::path& path, char separator) {
  std::vector<Words> rows;
  std::stringstream text(read_file(path));
  for (std::string line; std::getline(text, line);) {
    const auto fields = split(line, separator);
    rows.emplace_back(fields.begin(), fields.end());
  }
  return rows;
}

// Labels of one instance are separated by commas; "" is an unlabelled instance.
inline Records records(const Words& label_sets) {
  Records result;
  SparseRows<double> rows;
  for (const std::string& set : label_sets) {
    for (const std::string_view label : split(set, ',')) {
      if (label.empty()) continue;
      std::uint32_t number = 0;
      while (number < result.label_names.size() && result.label_names[number].name != label) {
        ++number;
      }
      if (number == result.label_names.size()) {
        result.label_names.push_back({std::string(label), "truth"});
      }
      result.labels.push_back(number);
    }
    result.label_offsets.push_back(result.labels.size());
    rows.end_row();
  }
  result.rows = std::move(rows);
  return result;
}

inline std::vector<LabelName> label_names(const Words& names) {
  std::vector<LabelName> result;
  for (const std::string& name : names) result.push_back({name, "test"});
  return result;
}

// `edges` as a taxonomy file writes them.
inline LabelSpace label_space(const std::string& edges, const Words& labels,
                              LabelNodes mode = LabelNodes::terminal) {
  const TempFolder folder;
  const auto file = folder.write("taxonomy.tsv", edges);
  return LabelSpace(TaxonomySource::from_option(file.string()), mode, label_names(labels));
}

inline GivenPredictions with_scores(Table table) {
  GivenPredictions predictions;
  predictions.scores = [table = std::move(table)](std::size_t i, std::span<double> scores) {
    std::copy(table[i].begin(), table[i].end(), scores.begin());
  };
  return predictions;
}

inline GivenPredictions with_sets(const LabelSpace& labels, const Words& label_sets) {
  GivenPredictions predictions;
  predictions.sets.emplace();
  for (const std::string& set : label_sets) {
    auto& classes = predictions.sets->emplace_back();
    for (const std::string_view label : split(set, ',')) {
      if (!label.empty()) classes.push_back(labels.find(label).value());
    }
  }
  return predictions;
}

inline Evaluation evaluate_on(unsigned threads, const LabelSpace& labels, const Dataset& truth,
                              const GivenPredictions& predictions,
                              const EvaluateOptions& options = {}) {
  ThreadPool pool(threads);
  return evaluate(labels, truth, predictions, options, pool);
}

inline Words metric_names(const Evaluation& evaluation) {
  Words names;
  for (const auto& [name, value] : evaluation.metrics) names.push_back(name);
  return names;
}

}  // namespace clade::detail::test

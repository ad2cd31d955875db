// Every golden case of the metrics, through the library and through files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "measure/external_predictions.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::TempFolder;
using test::Words;
using Json = nlohmann::json;

constexpr double tolerance = 1e-9;

struct GoldenCase {
  explicit GoldenCase(const std::string& name)
      : folder(std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/metrics" / name),
        expected(Json::parse(test::read_file(folder / "case.json"))) {
    for (const Words& row : test::read_table(folder / "labels.tsv", '\t')) {
      truth.push_back(row.at(0));
      predicted.push_back(row.size() > 1 ? row[1] : "");
    }
    for (const Words& row : test::read_table(folder / "scores.tsv", '\t')) {
      if (classes.empty()) {
        classes = row;
        continue;
      }
      auto& values = scores.emplace_back();
      for (const std::string& field : row) values.push_back(std::stod(field));
    }
  }
  LabelSpace label_space() const {
    const auto source = TaxonomySource::from_option((folder / "taxonomy.tsv").string());
    return LabelSpace(source, LabelNodes::terminal, test::records(truth).label_names);
  }

  std::filesystem::path folder;
  Json expected;  // the whole case
  Words truth, predicted, classes;
  test::Table scores;
};

// Names here and in the golden cases.
const std::vector<std::pair<std::string, std::string>> renamed{
    {"accuracy", "one_accuracy"},
    {"max_loss", "maximal_loss"},
    {"tree_loss", "taxonomy_loss"},
    {"l01", "l_01"},
    {"macro_f1_seen", "macro_f1_seen_classes"}};

std::string golden_name(const std::string& metric) {
  for (const auto& [here, there] : renamed) {
    if (here == metric) return there;
  }
  return metric;
}

const Words all_metrics{"accuracy",
                        "average_precision",
                        "ranking_loss",
                        "max_loss",
                        "top_loss",
                        "ranked_pair_loss",
                        "parent_accuracy",
                        "tree_loss",
                        "l01",
                        "l_delta",
                        "l_sib",
                        "l_sub",
                        "micro_f1",
                        "macro_f1",
                        "macro_f1_seen",
                        "weighted_f1",
                        "hierarchical_precision",
                        "hierarchical_recall",
                        "hierarchical_f1",
                        "symmetric_difference",
                        "symdiff_ancestor_sets"};

void expect_golden(const Evaluation& evaluation, const GoldenCase& golden) {
  const Json& expected = golden.expected["expected"];
  EXPECT_EQ(evaluation.instances, golden.expected["n"].get<std::size_t>());
  Words present;
  for (const std::string& metric : all_metrics) {
    const bool beyond_golden = metric == "tree_loss" && !expected.contains("taxonomy_loss");
    if (!expected.contains(golden_name(metric)) && !beyond_golden) continue;
    present.push_back(metric);
    if (beyond_golden) continue;  // with several labels clade's own definition
    ASSERT_TRUE(evaluation.find(metric)) << metric;
    EXPECT_NEAR(*evaluation.find(metric), expected[golden_name(metric)].get<double>(), tolerance)
        << metric;
  }
  Words measured = test::metric_names(evaluation);
  measured.resize(std::min(measured.size(), present.size()));
  EXPECT_EQ(measured, present);  // those beyond the golden cases come last

  std::map<double, std::size_t> histogram;
  for (const auto& [loss, count] : expected["loss_histogram"].items()) {
    histogram[std::stod(loss)] = count.get<std::size_t>();
  }
  EXPECT_EQ(evaluation.loss_histogram, histogram);

  const Json& class_f1 = expected["class_f1"];
  ASSERT_EQ(evaluation.per_class.size(), class_f1.size());
  for (std::size_t c = 0; c < class_f1.size(); ++c) {
    EXPECT_NEAR(evaluation.per_class[c].f1, class_f1[c].get<double>(), tolerance);
  }
}

class GoldenMetrics : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenMetrics, AgreeThroughTheLibrary) {
  const GoldenCase golden(GetParam());
  const LabelSpace labels = golden.label_space();
  const Dataset truth(test::records(golden.truth), labels);
  GivenPredictions predictions = test::with_sets(labels, golden.predicted);
  predictions.scores = test::with_scores(golden.scores).scores;
  expect_golden(test::evaluate_on(2, labels, truth, predictions), golden);
}

TEST_P(GoldenMetrics, AgreeThroughFiles) {
  const GoldenCase golden(GetParam());
  std::string lines;
  for (std::size_t i = 0; i < golden.predicted.size(); ++i) {
    for (const std::string_view label : split(golden.predicted[i], ',')) {
      lines += std::to_string(i) + "\t" + std::string(label) + "\t0.5\tignored\n";
    }
  }
  const TempFolder folder;
  const auto predictions_file = folder.write("predictions.tsv", lines);
  const auto scores = std::make_shared<ScoresFile>(golden.folder / "scores.tsv");
  const PredictionsFile predictions(predictions_file);
  const auto names =
      external_labels(scores.get(), &predictions, test::records(golden.truth).label_names);
  const auto source = TaxonomySource::from_option((golden.folder / "taxonomy.tsv").string());
  const LabelSpace labels(source, LabelNodes::terminal, names);
  const Dataset truth(test::records(golden.truth), labels);
  const GivenPredictions matched = match_predictions(scores, &predictions, labels, truth);
  EXPECT_THAT(matched.warnings, ::testing::IsEmpty());
  expect_golden(test::evaluate_on(2, labels, truth, matched), golden);
}

// The top class of every instance, as a prediction without scores.
TEST_P(GoldenMetrics, OfTheTopClassNeedNoScores) {
  const GoldenCase golden(GetParam());
  const LabelSpace labels = golden.label_space();
  const Dataset truth(test::records(golden.truth), labels);
  const Words top = golden.expected["top_class"].get<Words>();
  const Evaluation evaluation = test::evaluate_on(2, labels, truth, test::with_sets(labels, top));
  const Json& expected = golden.expected["expected"];
  for (const char* metric :
       {"accuracy", "top_loss", "parent_accuracy", "tree_loss", "l01", "l_delta", "l_sib"}) {
    if (!expected.contains(golden_name(metric))) continue;
    ASSERT_TRUE(evaluation.find(metric)) << metric;
    EXPECT_NEAR(*evaluation.find(metric), expected[golden_name(metric)].get<double>(), tolerance);
  }
  EXPECT_FALSE(evaluation.find("average_precision"));
  EXPECT_FALSE(evaluation.find("ranking_loss"));
  EXPECT_FALSE(evaluation.find("max_loss"));
  EXPECT_FALSE(evaluation.find("ranked_pair_loss"));
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenMetrics,
                         ::testing::Values("a-tree-multiclass", "b-tree-multilabel",
                                           "c-dag-multilabel", "d-dag-multiclass", "e-inner-labels",
                                           "f-ties-multiclass", "g-ties-multilabel"),
                         [](const auto& golden) {
                           std::string name = golden.param;
                           for (char& letter : name) {
                             if (letter == '-') letter = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace clade::detail

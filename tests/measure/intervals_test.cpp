#include "measure/intervals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "measure/evaluation_json.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::with_sets;
using test::Words;

const std::string tree = "root\ta\nroot\tb\na\tx\na\ty\n";

EvaluateOptions with_intervals() {
  EvaluateOptions options;
  options.intervals = true;
  return options;
}

std::optional<MetricInterval> interval(const Evaluation& evaluation, const std::string& metric) {
  for (const MetricInterval& one : evaluation.intervals) {
    if (one.metric == metric) return one;
  }
  return std::nullopt;
}

// Of `right` documents of x, and `wrong` ones that were taken for y.
Evaluation evaluated(std::size_t right, std::size_t wrong, unsigned threads = 1) {
  const LabelSpace labels = label_space(tree, {"x"});
  Words guesses(right, "x");
  guesses.resize(right + wrong, "y");
  const Dataset truth(records(Words(right + wrong, "x")), labels);
  return evaluate_on(threads, labels, truth, with_sets(labels, guesses), with_intervals());
}

TEST(Intervals, OfAShareAreThoseOfTheNormalDistribution) {
  const Evaluation evaluation = evaluated(280, 120);
  const double error = 1.96 * std::sqrt(0.7 * 0.3 / 400);
  const auto accuracy = interval(evaluation, "accuracy").value();
  EXPECT_NEAR(accuracy.low, 0.7 - error, 0.006);
  EXPECT_NEAR(accuracy.high, 0.7 + error, 0.006);
}

// With one label per document micro-F1 is the accuracy: the same documents are drawn for both.
TEST(Intervals, OfSetsAreOfTheSameDraws) {
  const Evaluation evaluation = evaluated(280, 120);
  const auto accuracy = interval(evaluation, "accuracy").value();
  const auto micro = interval(evaluation, "micro_f1").value();
  EXPECT_NEAR(micro.low, accuracy.low, 1e-12);
  EXPECT_NEAR(micro.high, accuracy.high, 1e-12);
  // a is always right, and x and y are right or wrong together: (n + right) / 2n.
  const auto nodes = interval(evaluation, "hierarchical_f1").value();
  EXPECT_NEAR(nodes.low, 0.5 + accuracy.low / 2, 1e-12);
}

TEST(Intervals, HoldTheMetricAndAreThereForAllThatNeedNoScores) {
  const Evaluation evaluation = evaluated(30, 20);
  for (const auto& [name, value] : evaluation.metrics) {
    const auto found = interval(evaluation, name);
    ASSERT_TRUE(found) << name;
    EXPECT_LE(found->low, value) << name;
    EXPECT_GE(found->high, value) << name;
  }
}

TEST(Intervals, OfPerfectAnswersArePoints) {
  const auto micro = interval(evaluated(50, 0), "micro_f1").value();
  EXPECT_EQ(micro.low, 1);
  EXPECT_EQ(micro.high, 1);
}

TEST(Intervals, DoNotDependOnThreads) {
  const Evaluation one = evaluated(60, 40, 1), four = evaluated(60, 40, 4);
  ASSERT_EQ(one.intervals.size(), four.intervals.size());
  for (std::size_t i = 0; i < one.intervals.size(); ++i) {
    EXPECT_EQ(one.intervals[i].low, four.intervals[i].low);
    EXPECT_EQ(one.intervals[i].high, four.intervals[i].high);
  }
}

TEST(Intervals, OfOneDocumentAreNotThere) { EXPECT_TRUE(evaluated(1, 0).intervals.empty()); }

TEST(Intervals, LeaveNothingElseBehind) {
  EXPECT_TRUE(evaluated(5, 5).per_instance.empty());
  const LabelSpace labels = label_space(tree, {"x"});
  const Dataset truth(records({"x", "x"}), labels);
  EXPECT_TRUE(evaluate_on(1, labels, truth, with_sets(labels, {"x", "y"})).intervals.empty());
}

TEST(Intervals, AreInTheJsonWithTheirLevel) {
  const Evaluation evaluation = evaluated(50, 0);
  const auto json = evaluation_value(evaluation, label_space(tree, {"x"}));
  EXPECT_EQ(json["intervals"]["level"], 0.95);
  EXPECT_EQ(json["intervals"]["metrics"]["micro_f1"], nlohmann::ordered_json::parse("[1.0,1.0]"));
}

}  // namespace
}  // namespace clade::detail

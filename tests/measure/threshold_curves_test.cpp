#include "measure/threshold_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/random.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::Table;
using test::with_scores;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(CurveThresholds, AreThePositivesWhereTheseAreFew) {
  EXPECT_THAT(curve_thresholds({0.5, -2, 3, 0.5}, 10), ElementsAre(-2, 0.5, 3));
  EXPECT_THAT(curve_thresholds({7}, 10), ElementsAre(7));
  EXPECT_THAT(curve_thresholds({}, 10), IsEmpty());
}

TEST(CurveThresholds, AreNeverAboveThePositiveThatTheyStandFor) {
  EXPECT_THAT(curve_thresholds({1.23456789, -1.23456789, 0, 1e-12 / 3}, 10),
              ElementsAre(-1.23457, 0, 3.33333e-13, 1.23456));
}

TEST(CurveThresholds, GoInEqualStepsOfRecallAndOfScores) {
  std::vector<double> positives;
  for (int i = 100; i >= 0; --i) positives.push_back(i * i);
  EXPECT_THAT(curve_thresholds(positives, 5), ElementsAre(0, 2500, 3333.33, 6666.66, 10000));
}

TEST(CurveThresholds, LeaveOutWhatHasNoScore) {
  EXPECT_THAT(curve_thresholds({-infinity, 1, -infinity}, 10), ElementsAre(1));
}

EvaluateOptions with_curves() {
  EvaluateOptions options;
  options.curves = true;
  return options;
}

const std::string tree = "root\ta\nroot\tb\na\tx\na\ty\n";  // classes b, x, y in node order

TEST(ThresholdCurves, CountPairsByHand) {
  const LabelSpace labels = label_space(tree, {"x"});
  const std::size_t b = index_of(labels.find("b").value()), x = index_of(labels.find("x").value());
  const std::size_t y = index_of(labels.find("y").value());
  Table table(2, std::vector<double>(3));
  table[0][x] = 3, table[0][y] = 2, table[0][b] = 1;
  table[1][x] = 2, table[1][y] = 0, table[1][b] = 1;
  const Dataset truth(records({"x", "b"}), labels);
  const auto curves = evaluate_on(2, labels, truth, with_scores(table), with_curves()).curves;
  ASSERT_TRUE(curves && curves->labels);
  EXPECT_EQ(curves->labels->positives, 2U);
  EXPECT_THAT(curves->labels->thresholds, ElementsAre(1, 3));
  EXPECT_THAT(curves->labels->given, ElementsAre(5, 1));
  EXPECT_THAT(curves->labels->right, ElementsAre(2, 1));
  EXPECT_EQ(curves->nodes.positives, 3U);  // a, x and b
  EXPECT_THAT(curves->nodes.thresholds, ElementsAre(1, 3));
  EXPECT_THAT(curves->nodes.given, ElementsAre(7, 2));
  EXPECT_THAT(curves->nodes.right, ElementsAre(3, 2));
  ASSERT_EQ(curves->by_node.size(), 3U);
  const auto of_b = std::find_if(curves->by_node.begin(), curves->by_node.end(),
                                 [&](auto& of) { return labels.taxonomy().name(of.node) == "b"; });
  ASSERT_NE(of_b, curves->by_node.end());
  EXPECT_THAT(of_b->curve.given, ElementsAre(2));
  EXPECT_THAT(of_b->curve.right, ElementsAre(1));
}

TEST(ThresholdCurves, DoNotDependOnThreads) {
  const LabelSpace labels = label_space(tree, {"x"});
  Random random(3);
  Table table;
  test::Words truth_words;
  for (int i = 0; i < 500; ++i) {
    table.push_back({random.normal(), random.normal(), random.normal()});
    truth_words.push_back(i % 3 == 0 ? "x" : i % 3 == 1 ? "y,b" : "b");
  }
  const Dataset truth(records(truth_words), labels);
  const auto one = evaluate_on(1, labels, truth, with_scores(table), with_curves()).curves;
  const auto four = evaluate_on(4, labels, truth, with_scores(table), with_curves()).curves;
  ASSERT_TRUE(one && four);
  EXPECT_EQ(one->nodes.thresholds.size(), points_of_all);
  EXPECT_EQ(one->nodes.given, four->nodes.given);
  EXPECT_EQ(one->labels->right, four->labels->right);
  EXPECT_EQ(one->by_node.front().curve.given, four->by_node.front().curve.given);
  EXPECT_EQ(one->by_node.front().curve.thresholds.size(), points_of_a_node);
}

TEST(ThresholdCurves, AreNotThereWithoutScoresOrWithoutBeingAskedFor) {
  const LabelSpace labels = label_space(tree, {"x"});
  const Dataset truth(records({"x"}), labels);
  EXPECT_FALSE(evaluate_on(1, labels, truth, test::with_sets(labels, {"x"}), with_curves()).curves);
  EXPECT_FALSE(evaluate_on(1, labels, truth, with_scores({{1, 2, 3}})).curves);
}

TEST(ThresholdCurves, OfLabelsNeedClassesThatAreTerminal) {
  const LabelSpace labels = label_space(tree, {"a"}, LabelNodes::all);
  const Dataset truth(records({"a"}), labels);
  const Table table{std::vector<double>(labels.size(), 1.0)};
  const auto curves = evaluate_on(1, labels, truth, with_scores(table), with_curves()).curves;
  ASSERT_TRUE(curves);
  EXPECT_FALSE(curves->labels);
  EXPECT_EQ(curves->nodes.positives, 1U);
}

}  // namespace
}  // namespace clade::detail

// The values of single instances, which tests of one method against another pair.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::Table;
using test::with_scores;
using test::with_sets;
using test::Words;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string small_tree = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\n";

EvaluateOptions keeping() {
  EvaluateOptions options;
  options.keep_instances = true;
  return options;
}

const std::vector<double>& values_of(const Evaluation& evaluation, const std::string& metric) {
  static const std::vector<double> none;
  for (const auto& [name, values] : evaluation.per_instance) {
    if (name == metric) return values;
  }
  ADD_FAILURE() << "no values of " << metric;
  return none;
}

Words kept_names(const Evaluation& evaluation) {
  Words names;
  for (const auto& [name, values] : evaluation.per_instance) names.push_back(name);
  return names;
}

void expect_means(const Evaluation& evaluation) {
  for (const auto& [name, values] : evaluation.per_instance) {
    ASSERT_EQ(values.size(), evaluation.instances) << name;
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    ASSERT_TRUE(evaluation.find(name)) << name;
    EXPECT_EQ(*evaluation.find(name), sum / static_cast<double>(values.size())) << name;
  }
}

TEST(PerInstance, GivesTheValuesOfTheLabelledInstancesInTheirOrder) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "", "a2", "b1"}), labels);
  const Evaluation result = evaluate_on(
      1, labels, truth, with_scores({{3, 2, 1}, {0, 0, 0}, {3, 2, 1}, {3, 1, 2}}), keeping());
  EXPECT_THAT(result.measured, ElementsAre(0U, 2U, 3U));
  EXPECT_THAT(values_of(result, "accuracy"), ElementsAre(1, 0, 0));
  EXPECT_THAT(values_of(result, "l01"), ElementsAre(0, 1, 1));
  EXPECT_THAT(values_of(result, "tree_loss"), ElementsAre(0, 1, 2));
  EXPECT_THAT(values_of(result, "parent_accuracy"), ElementsAre(1, 1, 0));
  EXPECT_THAT(values_of(result, "average_precision"), ElementsAre(1, 0.5, 0.5));
  EXPECT_THAT(values_of(result, "symmetric_difference"), ElementsAre(0, 2, 2));
  EXPECT_THAT(values_of(result, "symdiff_ancestor_sets"), ElementsAre(0, 2, 4));
  expect_means(result);
}

TEST(PerInstance, HoldsEveryMetricThatIsAMeanOverInstancesAndNoOther) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "b1"}), labels);
  const Evaluation result =
      evaluate_on(1, labels, truth, with_scores({{3, 2, 1}, {3, 1, 2}}), keeping());
  for (const char* metric :
       {"accuracy", "average_precision", "ranking_loss", "max_loss", "top_loss", "ranked_pair_loss",
        "parent_accuracy", "tree_loss", "l01", "l_delta", "l_sib", "l_sub", "symmetric_difference",
        "symdiff_ancestor_sets", "lca_f1", "precision_at_1", "precision_at_5"}) {
    EXPECT_THAT(kept_names(result), Contains(metric));
  }
  for (const char* metric : {"micro_f1", "macro_f1", "weighted_f1", "hierarchical_f1", "auprc"}) {
    EXPECT_THAT(kept_names(result), Not(Contains(metric)));
  }
}

TEST(PerInstance, CountsTheRootWhereAPredictedSetIsEmpty) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1,b1", "a2"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_sets(labels, {"a1", ""}), keeping());
  EXPECT_THAT(values_of(result, "symmetric_difference"), ElementsAre(1, 1));
  EXPECT_THAT(values_of(result, "symdiff_ancestor_sets"), ElementsAre(2, 3));
  EXPECT_THAT(kept_names(result), Not(Contains("accuracy")));
  expect_means(result);
}

TEST(PerInstance, IsEmptyUnlessAskedFor) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"", "a1"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_sets(labels, {"", "a1"}));
  EXPECT_THAT(result.per_instance, IsEmpty());
  EXPECT_THAT(result.measured, ElementsAre(1U));
}

// Over several blocks of instances, with several labels and sets made by the sign of the scores.
TEST(PerInstance, MeansAreTheMetricsForAnyNumberOfThreads) {
  const Words names{"a1", "a2", "b1"};
  const LabelSpace labels = label_space(small_tree, {"a1"});
  Random random(5);
  Words truth_labels;
  test::Table scores;
  for (int i = 0; i < 300; ++i) {
    truth_labels.push_back(i % 7 == 0 ? "" : names[random.below(3)] + "," + names[random.below(3)]);
    auto& row = scores.emplace_back();
    for (int c = 0; c < 3; ++c) row.push_back(0.5 * static_cast<double>(random.below(9)) - 2);
  }
  const Dataset truth(records(truth_labels), labels);
  EvaluateOptions options = keeping();
  options.label_set = LabelSetRule::sign;
  const Evaluation one = evaluate_on(1, labels, truth, with_scores(scores), options);
  const Evaluation three = evaluate_on(3, labels, truth, with_scores(scores), options);
  EXPECT_EQ(one.measured.size(), 257U);
  expect_means(one);
  EXPECT_EQ(one.per_instance, three.per_instance);
}

TEST(Judged, HoldsTruthAndTopClassWhereEveryInstanceHasOneLabel) {
  const LabelSpace labels = label_space(small_tree, {"a1", "a2", "b1"});
  const Dataset truth(records({"a1", "", "b1"}), labels);
  EvaluateOptions options;
  options.keep_judged = true;
  options.label_set = LabelSetRule::sign;
  const Table scores{{1, 2, -1}, {1, 1, 1}, {-3, -2, -1}};
  const Evaluation evaluation = evaluate_on(2, labels, truth, with_scores(scores), options);
  ASSERT_EQ(evaluation.judged.size(), 2U);
  EXPECT_THAT(evaluation.judged[0].truth, ElementsAre(*labels.find("a1")));
  EXPECT_THAT(evaluation.judged[0].guesses, ElementsAre(*labels.find("a2")));
  EXPECT_THAT(evaluation.judged[1].guesses, ElementsAre(*labels.find("b1")));
  EXPECT_THAT(evaluate_on(1, labels, truth, with_scores(scores)).judged, IsEmpty());
}

TEST(Judged, HoldsThePredictedSetWhereLabelsAreSets) {
  const LabelSpace labels = label_space(small_tree, {"a1", "a2", "b1"});
  const Dataset truth(records({"a1,b1", "a2"}), labels);
  EvaluateOptions options;
  options.keep_judged = true;
  const Evaluation evaluation =
      evaluate_on(1, labels, truth, with_sets(labels, {"a1,a2", ""}), options);
  EXPECT_THAT(evaluation.judged[0].truth, ElementsAre(*labels.find("a1"), *labels.find("b1")));
  EXPECT_THAT(evaluation.judged[0].guesses, ElementsAre(*labels.find("a1"), *labels.find("a2")));
  EXPECT_THAT(evaluation.judged[1].guesses, IsEmpty());
}

}  // namespace
}  // namespace clade::detail

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"
#include "clade/error.h"
#include "tests/measure/small_data.h"
#include "tests/support/thread_ranks.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::Table;
using test::with_scores;
using test::with_sets;
using test::Words;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double infinity = std::numeric_limits<double>::infinity();

//      root
//     a    b
//   a1 a2  b1
const std::string small_tree = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\n";

double value(const Evaluation& evaluation, const char* metric) {
  const auto found = evaluation.find(metric);
  EXPECT_TRUE(found) << metric;
  return found.value_or(-1);
}

TEST(Evaluate, BreaksTiesOfTheTopClassByOrderAndOfPairsAgainstTheClassifier) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "a2"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{1, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(value(result, "accuracy"), 0.5);  // a1 is first
  EXPECT_EQ(value(result, "ranking_loss"), 1);
  EXPECT_NEAR(value(result, "average_precision"), 1.0 / 3, 1e-15);
  EXPECT_EQ(value(result, "max_loss"), 2);
  EXPECT_EQ(value(result, "ranked_pair_loss"), 2 + 4);
  EXPECT_EQ(value(result, "tree_loss"), 0.5);
}

TEST(Evaluate, TakesTheLeastTreeLossAndTheLargestTopLossOverSeveralLabels) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a2,b1", "a1,b1"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{3, 1, 2}, {3, 1, 2}}));
  EXPECT_EQ(value(result, "tree_loss"), (1.0 + 0.0) / 2);
  EXPECT_EQ(value(result, "top_loss"), (2.0 + 0.0) / 2);
  EXPECT_EQ(result.loss_histogram, (std::map<double, std::size_t>{{0, 1}, {2, 1}}));
  for (const char* left_out : {"l01", "l_delta", "l_sib", "l_sub", "weighted_f1"}) {
    EXPECT_FALSE(result.find(left_out)) << left_out;
  }
}

TEST(Evaluate, UsesAnotherLossWhereOneIsGiven) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"b1"}), labels);
  EvaluateOptions options;
  options.loss = "zero-one";
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{3, 1, 2}}), options);
  EXPECT_EQ(value(result, "tree_loss"), 1);
  EXPECT_EQ(value(result, "top_loss"), 1);
  EXPECT_EQ(value(result, "max_loss"), 1);
  EXPECT_EQ(value(result, "ranked_pair_loss"), 4);  // always the symmetric difference
  options.loss = "no-such-loss";
  EXPECT_THROW(evaluate_on(1, labels, truth, with_scores({{3, 1, 2}}), options), Error);
}

TEST(Evaluate, PredictsTheClassesWithPositiveScoresBySign) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1,b1", "a2"}), labels);
  EvaluateOptions options;
  options.label_set = LabelSetRule::sign;
  const Evaluation result =
      evaluate_on(1, labels, truth, with_scores({{1, 0.5, 0}, {-1, -2, -3}}), options);
  EXPECT_EQ(result.per_class[0].precision, 1);
  EXPECT_EQ(result.per_class[1].precision, 0);  // predicted for the first instance only
  EXPECT_EQ(result.per_class[2].recall, 0);
  EXPECT_NEAR(value(result, "micro_f1"), 2.0 * 1 / (3 + 2), 1e-15);
  EXPECT_EQ(value(result, "symmetric_difference"), (2.0 + 1.0) / 2);
  // {root, a, a1, b, b1} against {root, a, a1, a2}, and {root, a, a2} against nothing.
  EXPECT_EQ(value(result, "symdiff_ancestor_sets"), (3.0 + 3.0) / 2);
  EXPECT_EQ(value(result, "hierarchical_precision"), 2.0 / 3);
  EXPECT_EQ(value(result, "hierarchical_recall"), 2.0 / 6);
}

TEST(Evaluate, WeighsTheAncestorSetsWithTheCostsOfNodes) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1,b1", "a2"}), labels);
  const GivenPredictions predicted = with_sets(labels, {"a1,a2", ""});
  const test::TempFolder folder;
  EvaluateOptions options;
  // Volume, miss, false alarm.
  const auto costs = folder.write(
      "costs.tsv",
      "root\t1\t9\t1\na\t2\t3\t1\nb\t1\t5\t1\na1\t1\t1\t1\na2\t10\t2\t0.5\nb1\t1\t4\t1\n");
  options.loss = "costs:" + costs.string();
  // b and b1 are missed and a2 is added; then root, a and a2 are missed.
  const Evaluation result = evaluate_on(1, labels, truth, predicted, options);
  EXPECT_EQ(value(result, "set_loss"), ((5.0 + 4 + 5) + (9 + 6 + 20)) / 2);
  const auto ones = folder.write(
      "ones.tsv", "root\t1\t1\t1\na\t1\t1\t1\nb\t1\t1\t1\na1\t1\t1\t1\na2\t1\t1\t1\nb1\t1\t1\t1\n");
  options.loss = "costs:" + ones.string();
  const Evaluation plain = evaluate_on(1, labels, truth, predicted, options);
  EXPECT_EQ(value(plain, "set_loss"), value(plain, "symdiff_ancestor_sets"));
  options.loss = "tree";
  EXPECT_FALSE(evaluate_on(1, labels, truth, predicted, options).find("set_loss"));
}

TEST(Evaluate, LeavesOutTheTopClassWhereAPredictedSetIsEmpty) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "b1"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_sets(labels, {"a1", ""}));
  EXPECT_THAT(test::metric_names(result),
              ElementsAre("micro_f1", "macro_f1", "macro_f1_seen", "weighted_f1",
                          "hierarchical_precision", "hierarchical_recall", "hierarchical_f1",
                          "symmetric_difference", "symdiff_ancestor_sets", "lca_f1"));
  EXPECT_THAT(result.loss_histogram, IsEmpty());
  ASSERT_EQ(result.per_level.size(), 2U);
  EXPECT_FALSE(result.per_level[0].accuracy);
  EXPECT_EQ(value(result, "hierarchical_recall"), 0.5);
  EXPECT_EQ(value(result, "weighted_f1"), 0.5);
}

// True nodes {a, a1, b, b1} and {a, a2}, predicted {a, a2} and {a, a2, b, b1}.
TEST(Evaluate, GivesTheF1OfTheNodesOfEveryLevel) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1,b1", "a2"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_sets(labels, {"a2", "a2,b1"}));
  ASSERT_EQ(result.per_level.size(), 2U);
  EXPECT_EQ(result.per_level[0].f1, 2.0 * 2 / (3 + 3));
  EXPECT_EQ(result.per_level[1].f1, 2.0 * 1 / (3 + 3));
  EXPECT_EQ(value(result, "hierarchical_f1"), 2.0 * 3 / (6 + 6));
}

TEST(Evaluate, GivesZeroNotNanWhenNothingIsPredicted) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "b1"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_sets(labels, {"", ""}));
  EXPECT_EQ(value(result, "micro_f1"), 0);
  EXPECT_EQ(value(result, "macro_f1"), 0);
  EXPECT_EQ(value(result, "hierarchical_precision"), 0);
  EXPECT_EQ(value(result, "hierarchical_f1"), 0);
}

TEST(Evaluate, HandlesASingleClass) {
  const LabelSpace labels = label_space("root\ta\n", {"a"});
  const Dataset truth(records({"a", "a"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{-1}, {2}}));
  EXPECT_EQ(value(result, "accuracy"), 1);
  EXPECT_EQ(value(result, "average_precision"), 1);
  EXPECT_EQ(value(result, "ranking_loss"), 0);
  EXPECT_EQ(value(result, "l_delta"), 0);
  EXPECT_EQ(value(result, "macro_f1"), 1);
}

TEST(Evaluate, LeavesOutSiblingAndSubtreeLossesOnADag) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\na\tx\nb\tx\nb\ty\n", {"x"});
  const Dataset truth(records({"x"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{0, 1}}));
  EXPECT_EQ(value(result, "l_delta"), 3.0 / 4);    // {a, x} and {y}
  EXPECT_EQ(value(result, "parent_accuracy"), 1);  // b is a parent of both
  EXPECT_FALSE(result.find("l_sib"));
  EXPECT_FALSE(result.find("l_sub"));
}

TEST(Evaluate, NeverPredictsAClassThatTrainingNeverHad) {
  const LabelSpace labels = label_space(small_tree, {"a1"}).extended(test::label_names({"a"}));
  ASSERT_EQ(labels.size(), 4U);
  const Dataset truth(records({"a", "a1"}), labels);
  // Even a positive score does not make it a candidate, and any other class ranks above it.
  const Evaluation result =
      evaluate_on(1, labels, truth, with_scores({{1, 0, -1, 9}, {1, 0, -infinity, 9}}));
  EXPECT_EQ(value(result, "accuracy"), 0.5);
  EXPECT_EQ(value(result, "ranking_loss"), 0.5);
  EXPECT_EQ(value(result, "average_precision"), (0.25 + 1) / 2);
  EXPECT_EQ(result.per_class.back().support, 1U);
  EXPECT_EQ(result.per_class.back().f1, 0);
}

TEST(Evaluate, RanksOnlyTheClassesOfTheTruthWhenAsked) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "b1"}), labels);
  const GivenPredictions predictions = with_scores({{1, 2, 0}, {0, 1, 2}});
  EvaluateOptions options;
  const Evaluation all = evaluate_on(1, labels, truth, predictions, options);
  EXPECT_EQ(value(all, "ranking_loss"), 0.25);
  EXPECT_NEAR(value(all, "macro_f1"), 1.0 / 3, 1e-15);
  EXPECT_EQ(all.per_class.size(), 3U);
  options.seen_classes = true;
  const Evaluation seen = evaluate_on(1, labels, truth, predictions, options);
  EXPECT_EQ(value(seen, "ranking_loss"), 0);
  EXPECT_EQ(value(seen, "average_precision"), 1);
  EXPECT_EQ(value(seen, "macro_f1"), 0.5);
  EXPECT_EQ(value(seen, "accuracy"), 0.5);  // a2 can still be predicted
  EXPECT_EQ(seen.per_class.size(), 2U);
}

// Classes are a1, a2, b1, a__misc; the first guess lies below its label a, the second does not.
TEST(Evaluate, CountsAGuessBelowAnInnerLabelAsRightWhenAsked) {
  const LabelSpace labels = label_space(small_tree, {"a"});
  const Dataset truth(records({"a", "a", "b1"}), labels);
  const GivenPredictions predictions = with_scores({{1, 2, 0, 0}, {0, 0, 1, 0}, {0, 1, 2, 0}});
  EvaluateOptions options;
  const Evaluation strict = evaluate_on(1, labels, truth, predictions, options);
  EXPECT_NEAR(value(strict, "accuracy"), 1.0 / 3, 1e-15);
  EXPECT_NEAR(value(strict, "tree_loss"), (1.0 + 2.0) / 3, 1e-15);
  options.inner_correct = true;
  const Evaluation lenient = evaluate_on(1, labels, truth, predictions, options);
  EXPECT_NEAR(value(lenient, "accuracy"), 2.0 / 3, 1e-15);
  EXPECT_NEAR(value(lenient, "l01"), 1.0 / 3, 1e-15);
  EXPECT_NEAR(value(lenient, "tree_loss"), 2.0 / 3, 1e-15);
  EXPECT_NEAR(value(lenient, "micro_f1"), 2.0 / 3, 1e-15);
  EXPECT_EQ(value(lenient, "ranking_loss"), value(strict, "ranking_loss"));
}

TEST(Evaluate, AnInnerLabelTakesInEveryPredictedLabelBelowIt) {
  const LabelSpace labels = label_space(small_tree, {"a"});
  const Dataset truth(records({"a"}), labels);
  const GivenPredictions both{{}, {{{ClassId{0}, ClassId{1}, ClassId{2}}}}, {}};
  EvaluateOptions options;
  options.inner_correct = true;
  const Evaluation result = evaluate_on(1, labels, truth, both, options);
  EXPECT_EQ(value(result, "symmetric_difference"), 1);  // b1 alone is wrong
}

TEST(Evaluate, SkipsAndCountsUnlabelledInstances) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"", "a1", ""}), labels);
  const Evaluation result =
      evaluate_on(1, labels, truth, with_scores({{0, 1, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(result.instances, 1U);
  EXPECT_EQ(result.unlabelled, 2U);
  EXPECT_EQ(value(result, "accuracy"), 1);
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("2 of 3 instances have no label")));
}

TEST(Evaluate, RefusesDataWithoutAnyLabel) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"", ""}), labels);
  try {
    evaluate_on(1, labels, truth, with_scores({{0, 1, 0}, {1, 0, 0}}));
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
  }
}

TEST(Evaluate, RefusesScoresThatAreNotNumbers) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "a1"}), labels);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  try {
    evaluate_on(1, labels, truth, with_scores({{1, 1, 1}, {0, nan, 0}}));
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_THAT(error.what(), HasSubstr("'a2'"));
  }
}

TEST(Evaluate, RefusesPredictionsThatDoNotFitTheData) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "a2"}), labels);
  EXPECT_THROW(evaluate_on(1, labels, truth, {}), Error);
  EXPECT_THROW(evaluate_on(1, labels, truth, with_sets(labels, {"a1"})), Error);
  GivenPredictions outside = with_sets(labels, {"a1", "a1"});
  outside.sets->front().push_back(static_cast<ClassId>(99));
  EXPECT_THROW(evaluate_on(1, labels, truth, outside), Error);
}

TEST(Evaluate, CountsALabelThatIsGivenTwiceOnce) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1"}), labels);
  GivenPredictions twice = with_sets(labels, {"b1,a1"});
  twice.sets->front().push_back(labels.find("a1").value());
  EXPECT_EQ(value(evaluate_on(1, labels, truth, twice), "symmetric_difference"), 1);
}

TEST(Evaluate, ReportsEveryClassWithItsSupport) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "a1", "a2", "b1"}), labels);
  const Evaluation result =
      evaluate_on(1, labels, truth, with_sets(labels, {"a1", "a2", "a2", "a1"}));
  ASSERT_EQ(result.per_class.size(), 3U);
  EXPECT_EQ(result.per_class[0].support, 2U);
  EXPECT_EQ(result.per_class[0].precision, 0.5);
  EXPECT_EQ(result.per_class[0].recall, 0.5);
  EXPECT_EQ(result.per_class[1].precision, 0.5);
  EXPECT_EQ(result.per_class[1].recall, 1);
  EXPECT_NEAR(result.per_class[1].f1, 2.0 / 3, 1e-15);
  EXPECT_EQ(result.per_class[2].f1, 0);
}

// Scores with many ties, so that every path is taken, over enough instances for several blocks.
TEST(Evaluate, DoesNotDependOnTheNumberOfThreadsOrRanks) {
  std::string edges;
  Words names;
  for (int group = 0; group < 6; ++group) {
    const std::string parent = std::string("g") + std::to_string(group);
    edges += "root\t" + parent + "\n";
    for (int leaf = 0; leaf < 5; ++leaf) {
      names.push_back(parent + "_" + std::to_string(leaf));
      edges += parent + "\t" + names.back() + "\n";
    }
  }
  const LabelSpace labels = label_space(edges, names);
  Random random(7);
  Words truth_labels;
  Table scores;
  for (int i = 0; i < 1000; ++i) {
    truth_labels.push_back(names[random.below(30)] + "," + names[random.below(30)]);
    auto& row = scores.emplace_back();
    for (int c = 0; c < 30; ++c) row.push_back(0.1 * static_cast<double>(random.below(40)) - 2);
  }
  const Dataset truth(records(truth_labels), labels);
  EvaluateOptions options;
  options.label_set = LabelSetRule::sign;
  options.loss = "normalized";
  options.intervals = true;
  const GivenPredictions predictions = with_scores(scores);
  const std::string one =
      evaluation_json(evaluate_on(1, labels, truth, predictions, options), labels);
  EXPECT_THAT(one, HasSubstr("\"instances\":1000"));
  for (const unsigned threads : {2U, 3U}) {
    EXPECT_EQ(evaluation_json(evaluate_on(threads, labels, truth, predictions, options), labels),
              one);
  }
  for (const int ranks : {2, 3}) {
    test::run_ranks(ranks, [&](Communicator& peers) {
      ThreadPool pool(1);
      const Evaluation of_rank =
          evaluate(labels, truth, predictions, options, pool, nullptr, peers);
      EXPECT_EQ(evaluation_json(of_rank, labels), one) << ranks << " ranks";
    });
  }
}

}  // namespace
}  // namespace clade::detail

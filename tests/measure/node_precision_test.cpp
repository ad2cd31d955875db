// auprc: average precision pooled over pairs of instances and nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>

#include "base/random.h"
#include "measure/measurements.h"
#include "measure/pooled_precision.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::with_scores;
using test::with_sets;
using test::Words;

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string small_tree = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\n";

struct Pair {
  double score;
  bool positive;
};

// Every pair in turn as a threshold: the definition, without any thought for speed.
double plain_average_precision(const std::vector<Pair>& pairs) {
  std::set<double, std::greater<>> thresholds;
  std::size_t positives = 0;
  for (const Pair& pair : pairs) {
    thresholds.insert(pair.score);
    if (pair.positive) ++positives;
  }
  double area = 0, recall = 0;
  for (const double threshold : thresholds) {
    double found = 0, all = 0;
    for (const Pair& pair : pairs) {
      if (pair.score < threshold) continue;
      all += 1;
      if (pair.positive) found += 1;
    }
    const double next = found / static_cast<double>(positives);
    area += (next - recall) * found / all;
    recall = next;
  }
  return area;
}

double pooled(const std::vector<Pair>& pairs) {
  std::vector<double> positives;
  for (const Pair& pair : pairs) {
    if (pair.positive) positives.push_back(pair.score);
  }
  const PooledPrecision precision(positives);
  std::vector<std::size_t> counts(precision.thresholds(), 0);
  for (const Pair& pair : pairs) precision.count(pair.score, counts);
  return precision.value(counts).value_or(-1);
}

TEST(PooledPrecision, IsTheStepwiseAreaUnderTheCurve) {
  EXPECT_NEAR(pooled({{4, true}, {3, false}, {2, true}, {1, false}}), 0.5 * 1 + 0.5 * 2 / 3, 1e-15);
  EXPECT_EQ(pooled({{1, true}, {1, false}, {1, false}, {0, false}}), 1.0 / 3);  // ties together
  EXPECT_EQ(pooled({{-infinity, true}, {0, false}}), 0.5);
  EXPECT_EQ(pooled({{infinity, true}, {0, false}}), 1);
}

TEST(PooledPrecision, IsAbsentWithoutAPositivePair) {
  const PooledPrecision precision({});
  precision.count(1, {});
  EXPECT_FALSE(precision.value({}));
}

TEST(PooledPrecision, AgreesWithTheDefinitionOnTiesOfAnyKind) {
  Random random(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<Pair> pairs{{0, true}};
    for (int i = 0; i < 40; ++i) {
      pairs.push_back({static_cast<double>(random.below(12)) - 6, random.below(3) == 0});
    }
    EXPECT_NEAR(pooled(pairs), plain_average_precision(pairs), 1e-12);
  }
}

// Nodes a, b, a1, a2, b1: the first instance has a (3+), a1 (3+), a2 (2), b and b1 (1), the second
// a, a1 (0), a2 (-1), b (4+), b1 (4+).
TEST(Auprc, PoolsNodesThatScoreLikeTheBestClassBelow) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1", "b1"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{3, 2, 1}, {0, -1, 4}}));
  EXPECT_EQ(result.find("auprc"), 1);
  EXPECT_EQ(result.per_level[0].auprc, 1);
  const Dataset wrong(records({"a2", "b1"}), labels);
  const Evaluation worse = evaluate_on(1, labels, wrong, with_scores({{3, 2, 1}, {0, -1, 4}}));
  // b, b1 (4), then a with a1 (3), then a2 (2).
  EXPECT_NEAR(worse.find("auprc").value(), 0.5 * 1 + 0.25 * 3 / 4 + 0.25 * 4 / 5, 1e-15);
  EXPECT_EQ(worse.per_level[0].auprc, 1);
  EXPECT_NEAR(worse.per_level[1].auprc.value(), 0.5 * 1 + 0.5 * 2 / 3, 1e-15);
}

TEST(Auprc, LeavesOutTheLevelsAboveTheGivenOne) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a2", "b1"}), labels);
  const GivenPredictions predictions = with_scores({{3, 2, 1}, {0, -1, 4}});
  EvaluateOptions options;
  options.auprc_from_level = 2;
  const Evaluation deep = evaluate_on(1, labels, truth, predictions, options);
  EXPECT_EQ(deep.find("auprc"), deep.per_level[1].auprc);
  EXPECT_EQ(deep.per_level[0].auprc, 1);
  options.auprc_from_level = 3;  // no such level
  EXPECT_FALSE(evaluate_on(1, labels, truth, predictions, options).find("auprc"));
  options.auprc_from_level = 0;
  const Evaluation none = evaluate_on(1, labels, truth, predictions, options);
  EXPECT_FALSE(none.find("auprc"));
  EXPECT_FALSE(none.per_level[0].auprc);
}

TEST(Auprc, NeedsScores) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a1"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_sets(labels, {"a1"}));
  EXPECT_FALSE(result.find("auprc"));
  EXPECT_FALSE(result.per_level.front().auprc);
  EXPECT_FALSE(result.find("precision_at_1"));
}

// Classes a1, a2, b1 and the added one of a, which is no node of its own.
TEST(Auprc, CountsALabelAtAnInnerNodeAsThatNode) {
  const LabelSpace labels = label_space(small_tree, {"a"});
  const Dataset truth(records({"a"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{3, 1, 2, 4}}));
  EXPECT_EQ(result.find("auprc"), 1);  // a (4), a1 (3), b, b1 (2), a2 (1)
  const Evaluation behind = evaluate_on(1, labels, truth, with_scores({{1, 1, 5, 4}}));
  EXPECT_EQ(behind.find("auprc"), 1.0 / 3);  // after b and b1
}

TEST(Auprc, IsAbsentWhereTheOnlyLabelIsTheRoot) {
  const LabelSpace labels = label_space(small_tree, {"root"}, LabelNodes::all);
  const Dataset truth(records({"root"}), labels);
  const Evaluation result = evaluate_on(1, labels, truth, with_scores({{1, 0, 0, 0, 0, 0}}));
  EXPECT_FALSE(result.find("auprc"));
}

TEST(Auprc, IsTheSameWhereScoresAreAskedForTwice) {
  const LabelSpace labels = label_space(small_tree, {"a1"});
  const Dataset truth(records({"a2", "b1", "a1,b1"}), labels);
  std::atomic<int> calls = 0;
  GivenPredictions predictions;
  predictions.scores = [&](std::size_t i, std::span<double> scores) {
    ++calls;
    for (std::size_t c = 0; c < 3; ++c) scores[c] = static_cast<double>((i + 2 * c) % 3);
  };
  ThreadPool pool(2);
  const auto measure = [&](std::size_t most_kept_scores) {
    return Measurer(labels, truth, predictions, {}, {0, 1, 2}, most_kept_scores)
        .run(pool)
        .node_precision;
  };
  const NodePrecision kept = measure(9);
  EXPECT_EQ(calls, 3);
  const NodePrecision again = measure(8);
  EXPECT_EQ(calls, 3 + 6);
  EXPECT_TRUE(kept.pooled);
  EXPECT_EQ(kept.pooled, again.pooled);
  EXPECT_EQ(kept.by_level, again.by_level);
}

// Against the definition, pair by pair, on a DAG, for any number of threads.
TEST(Auprc, AgreesWithTheDefinitionOnADag) {
  const LabelSpace labels =
      label_space("root\ta\nroot\tb\na\tx\nb\tx\nb\ty\nx\tz\nb\tz\ny\tw\na\tv\n", {"z"});
  const Taxonomy& taxonomy = labels.taxonomy();
  const Words names{"z", "w", "v"};
  Random random(11);
  Words truth_labels;
  test::Table scores;
  for (int i = 0; i < 150; ++i) {
    truth_labels.push_back(names[random.below(3)] + "," + names[random.below(3)]);
    auto& row = scores.emplace_back();
    for (int c = 0; c < 3; ++c) row.push_back(static_cast<double>(random.below(20)));
  }
  const Dataset truth(records(truth_labels), labels);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (const NodeId node : taxonomy.top_down()) {
      if (node == taxonomy.root()) continue;
      Pair pair{-infinity, false};
      for (std::size_t c = 0; c < labels.size(); ++c) {
        const auto label = static_cast<ClassId>(c);
        const auto above = taxonomy.ancestor_set(labels.node(label));
        if (std::find(above.begin(), above.end(), node) == above.end()) continue;
        pair.score = std::max(pair.score, scores[i][c]);
        for (const ClassId y : truth.labels(i)) pair.positive = pair.positive || y == label;
      }
      pairs.push_back(pair);
    }
  }
  const double expected = plain_average_precision(pairs);
  for (const unsigned threads : {1U, 2U, 5U}) {
    const Evaluation result = evaluate_on(threads, labels, truth, with_scores(scores));
    EXPECT_NEAR(result.find("auprc").value(), expected, 1e-12) << threads;
  }
}

}  // namespace
}  // namespace clade::detail

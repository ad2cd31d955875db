// Sets of labels, learned from held-out scores.
#include "measure/fit_label_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

const char* const tree = "root\ta\nroot\tb\na\ta1\na\ta2\na\ta3\nb\tb1\nb\tb2\n";

// Without a taxonomy.
LabelSpace classes(std::size_t count) {
  test::Words names;
  for (std::size_t c = 0; c < count; ++c) names.push_back("c" + std::to_string(c));
  return LabelSpace(TaxonomySource{}, LabelNodes::terminal, test::label_names(names));
}

// Labels are the classes whose score is above a limit of their own, which moves from instance to
// instance.
HeldOut drawn(const std::vector<double>& limits, double moves, std::size_t count) {
  Random random(7);
  HeldOut examples;
  examples.classes = limits.size();
  while (examples.size() < count) {
    const double shift = moves * random.normal();
    std::vector<double> scores;
    std::vector<ClassId> labels;
    for (std::size_t c = 0; c < limits.size(); ++c) {
      scores.push_back(random.normal() + shift);
      if (scores[c] > limits[c] + shift) labels.push_back(static_cast<ClassId>(c));
    }
    if (labels.empty()) continue;
    for (const double score : scores) examples.scores.push_back(static_cast<float>(score));
    examples.labels.push_row(labels);
  }
  return examples;
}

TEST(FitLabelSets, FindsTheThresholdOfEveryClass) {
  const std::vector<double> limits{-0.5, 0, 0.3, 0.8, 1.2};
  const LearnedSets sets = fit_label_sets(classes(5), drawn(limits, 0, 4000), false);
  for (std::size_t c = 0; c < limits.size(); ++c) {
    EXPECT_NEAR(sets.class_thresholds[c], limits[c], 0.05) << c;
  }
  EXPECT_FALSE(sets.closed);
}

TEST(FitLabelSets, ExamplesWithoutWeightSayNothing) {
  const std::vector<double> limits{-0.5, 0, 0.3}, others{0.5, -0.4, -0.2};
  HeldOut examples = drawn(limits, 0, 2000);
  const HeldOut more = drawn(others, 0, 2000);
  examples.weights.assign(2000, 2);
  examples.scores.insert(examples.scores.end(), more.scores.begin(), more.scores.end());
  for (std::size_t i = 0; i < more.size(); ++i) examples.labels.push_row(more.labels.row(i));
  examples.weights.resize(4000, 0);
  const LearnedSets sets = fit_label_sets(classes(3), examples, false);
  for (std::size_t c = 0; c < limits.size(); ++c) {
    EXPECT_NEAR(sets.class_thresholds[c], limits[c], 0.05) << c;
  }
}

TEST(FitLabelSets, LeavesRareClassesNearTheThresholdOfAll) {
  HeldOut examples = drawn({0, 0, 0, 0}, 0, 2000);
  // A fifth class that one instance has, with a very high score.
  HeldOut wider;
  wider.classes = 5;
  std::vector<double> scores;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    examples.copy_scores(i, scores);
    for (const double score : scores) wider.scores.push_back(static_cast<float>(score));
    wider.scores.push_back(i == 0 ? 3.0F : -1.0F);
    std::vector<ClassId> labels(examples.labels.row(i).begin(), examples.labels.row(i).end());
    if (i == 0) labels.push_back(static_cast<ClassId>(4));
    wider.labels.push_row(labels);
  }
  const LearnedSets sets = fit_label_sets(classes(5), wider, false);
  EXPECT_LT(sets.class_thresholds[4], 1.0);
}

TEST(FitLabelSets, FollowsThresholdsThatMoveWithTheScores) {
  const std::vector<double> limits(12, 0.5);
  const HeldOut examples = drawn(limits, 2, 4000);
  const LearnedSets sets = fit_label_sets(classes(12), examples, false);
  double wrong_by_function = 0, wrong_by_class = 0, wrong_size = 0;
  std::vector<double> excess;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    examples.copy_scores(i, excess);
    for (std::size_t c = 0; c < excess.size(); ++c) excess[c] -= sets.class_thresholds[c];
    std::vector<double> sorted = excess;
    const auto features = set_features(sorted);
    const double threshold = weighted_sum(sets.threshold, features);
    const auto labels = examples.labels.row(i);
    for (std::size_t c = 0; c < excess.size(); ++c) {
      const bool is_label =
          std::binary_search(labels.begin(), labels.end(), static_cast<ClassId>(c));
      wrong_by_function += (excess[c] > threshold) != is_label;
      wrong_by_class += (excess[c] > 0) != is_label;
    }
    wrong_size += std::abs(weighted_sum(sets.size, features) - static_cast<double>(labels.size()));
  }
  EXPECT_LT(wrong_by_function, 0.6 * wrong_by_class);
  EXPECT_LT(wrong_size / static_cast<double>(examples.size()), 1.2);
}

TEST(FitLabelSets, LeavesOutClassesThatAreNeverPredicted) {
  const LabelSpace labels = test::label_space(tree, {"a", "a1", "b1"}, LabelNodes::path);
  const std::size_t inner = index_of(*labels.find("a"));
  ASSERT_FALSE(labels.is_predictable(*labels.find("a")));
  const HeldOut plain = drawn(std::vector<double>(labels.size(), 0.5), 0, 2000);
  HeldOut changed = plain;  // only in what can never be predicted
  for (std::size_t i = 0; i < plain.size(); ++i) {
    changed.scores[i * plain.classes + inner] = static_cast<float>(i % 7);
  }
  const LearnedSets a = fit_label_sets(labels, plain, false);
  const LearnedSets b = fit_label_sets(labels, changed, false);
  EXPECT_EQ(a.threshold, b.threshold);
  EXPECT_EQ(a.size, b.size);
}

TEST(FitLabelSets, TellsWhetherSetsAreClosedUpward) {
  const LabelSpace labels = test::label_space(tree, {"a", "a1", "b", "b1"}, LabelNodes::all);
  const auto set = [&](std::vector<std::string> names) {
    std::vector<ClassId> classes;
    for (const std::string& name : names) classes.push_back(labels.find(name).value());
    std::sort(classes.begin(), classes.end());
    return classes;
  };
  Csr<ClassId> closed;
  closed.push_row(set({"a", "a1"}));
  closed.push_row(set({"a", "b", "b1"}));
  EXPECT_TRUE(are_closed_upward(labels, closed));
  closed.push_row(set({"b1"}));
  EXPECT_FALSE(are_closed_upward(labels, closed));
  const LabelSpace terminal = test::label_space(tree, {"a1", "b1"});
  Csr<ClassId> leaves;
  leaves.push_row(std::vector<ClassId>{*terminal.find("a1")});
  EXPECT_FALSE(are_closed_upward(terminal, leaves));  // no class is above another
}

}  // namespace
}  // namespace clade::detail

// fmax and smin: sets of nodes that a threshold makes, at the best threshold.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "base/random.h"
#include "measure/metric_direction.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::evaluate_on;
using test::label_space;
using test::records;
using test::with_scores;
using test::with_sets;
using test::Words;
using Nodes = std::set<NodeId>;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Plain {
  double fmax = 0, smin = 0;
};

// The definitions, set by set for every score as a threshold, without any thought for speed.
class PlainMeasures {
 public:
  PlainMeasures(const LabelSpace& labels, const Dataset& truth, const test::Table& scores)
      : labels_(labels), scores_(scores) {
    for (std::size_t i = 0; i < truth.size(); ++i) {
      Nodes nodes;
      for (const ClassId y : truth.labels(i)) add(y, nodes);
      true_nodes_.push_back(nodes);
    }
  }

  Plain measure() const {
    std::set<double> thresholds{infinity};
    for (const auto& row : scores_) thresholds.insert(row.begin(), row.end());
    Plain best{0, infinity};
    for (const double threshold : thresholds) {
      const Plain at = measure_at(threshold);
      best.fmax = std::max(best.fmax, at.fmax);
      best.smin = std::min(best.smin, at.smin);
    }
    return best;
  }

 private:
  void add(ClassId label, Nodes& nodes) const {
    for (const NodeId node : labels_.taxonomy().ancestor_set(labels_.node(label))) {
      const bool is_measured =
          node != labels_.taxonomy().root() && !labels_.taxonomy().is_added(node);
      if (is_measured) nodes.insert(node);
    }
  }
  double information(NodeId node) const {
    double with_node = 1, with_parents = 1;
    for (const Nodes& nodes : true_nodes_) {
      bool has_parents = true;
      for (const NodeId parent : labels_.taxonomy().parents(node)) {
        const bool has_parent = parent == labels_.taxonomy().root() || nodes.count(parent) > 0;
        has_parents = has_parents && has_parent;
      }
      if (has_parents) ++with_parents;
      if (nodes.count(node) > 0) ++with_node;
    }
    return -std::log2(with_node / with_parents);
  }
  Plain measure_at(double threshold) const {
    double precision = 0, recall = 0, predicting = 0, missed = 0, wrong = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      Nodes predicted;
      for (std::size_t c = 0; c < scores_[i].size(); ++c) {
        if (scores_[i][c] >= threshold) add(static_cast<ClassId>(c), predicted);
      }
      double both = 0;
      for (const NodeId node : predicted) {
        const bool is_true = true_nodes_[i].count(node) > 0;
        both += is_true ? 1 : 0;
        wrong += is_true ? 0 : information(node);
      }
      for (const NodeId node : true_nodes_[i]) {
        missed += predicted.count(node) > 0 ? 0 : information(node);
      }
      if (!predicted.empty()) {
        ++predicting;
        precision += both / static_cast<double>(predicted.size());
      }
      recall += both / static_cast<double>(true_nodes_[i].size());
    }
    const auto count = static_cast<double>(scores_.size());
    Plain at;
    at.smin = std::sqrt(missed * missed + wrong * wrong) / count;
    if (recall == 0) return at;
    precision /= predicting;
    recall /= count;
    at.fmax = 2 * precision * recall / (precision + recall);
    return at;
  }

  const LabelSpace& labels_;
  const test::Table& scores_;
  std::vector<Nodes> true_nodes_;
};

struct Problem {
  const char* name;
  const char* edges;
  Words labels;
};

// A tree, a DAG with nodes of several parents, labels at inner nodes.
const std::vector<Problem> problems{
    {"tree", "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\nb2\tx\n", {"a1", "a2", "b1", "x"}},
    {"dag", "root\ta\nroot\tb\na\tx\nb\tx\nb\ty\nx\tz\nb\tz\ny\tw\na\tv\n", {"z", "w", "v"}},
    {"inner", "root\ta\nroot\tb\na\ta1\na\ta2\n", {"a1", "a2", "b", "a"}},
};

TEST(ClosedSets, AgreeWithTheDefinitions) {
  for (const Problem& problem : problems) {
    const LabelSpace labels = label_space(problem.edges, problem.labels);
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      Random random(seed);
      Words truth_labels;
      test::Table scores;
      const auto pick = [&] { return problem.labels[random.below(problem.labels.size())]; };
      for (int i = 0; i < 60; ++i) {
        truth_labels.push_back(pick() + "," + pick());
        auto& row = scores.emplace_back();
        // Many ties, or hardly any.
        const unsigned values = seed % 2 == 0 ? 7 : 100000;
        for (std::size_t c = 0; c < labels.size(); ++c) {
          row.push_back(static_cast<double>(random.below(values)) - 3);
        }
      }
      const Dataset truth(records(truth_labels), labels);
      const Plain expected = PlainMeasures(labels, truth, scores).measure();
      for (const unsigned threads : {1U, 3U}) {
        const Evaluation result = evaluate_on(threads, labels, truth, with_scores(scores));
        EXPECT_NEAR(result.find("fmax").value(), expected.fmax, 1e-9) << problem.name << seed;
        EXPECT_NEAR(result.find("smin").value(), expected.smin, 1e-6) << problem.name << seed;
      }
    }
  }
}

TEST(ClosedSets, DoNotDependOnTheNumberOfThreads) {
  const LabelSpace labels = label_space(problems[0].edges, problems[0].labels);
  Random random(5);
  Words truth_labels;
  test::Table scores;
  for (int i = 0; i < 200; ++i) {
    truth_labels.push_back(problems[0].labels[random.below(4)]);
    scores.push_back({});
    for (int c = 0; c < 4; ++c) scores.back().push_back(static_cast<double>(random.below(1000)));
  }
  const Dataset truth(records(truth_labels), labels);
  const Evaluation one = evaluate_on(1, labels, truth, with_scores(scores));
  const Evaluation four = evaluate_on(4, labels, truth, with_scores(scores));
  EXPECT_EQ(one.find("fmax"), four.find("fmax"));
  EXPECT_EQ(one.find("smin"), four.find("smin"));
}

TEST(ClosedSets, ArePerfectWhereAThresholdTellsTrueNodesFromTheRest) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\na\ta1\na\ta2\n", {"a1"});
  const Dataset truth(records({"a1", "b"}), labels);
  // The classes are b, a1, a2 or in another order of the taxonomy: by name.
  test::Table scores{{0, 0, 0}, {0, 0, 0}};
  scores[0][index_of(labels.find("a1").value())] = 5;
  scores[1][index_of(labels.find("b").value())] = 4;
  const Evaluation result = evaluate_on(1, labels, truth, with_scores(scores));
  EXPECT_NEAR(result.find("fmax").value(), 1, 1e-12);
  EXPECT_EQ(result.find("smin"), 0);
}

// No threshold reaches a class without a score.
TEST(ClosedSets, NeverPredictAClassWithoutAScore) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\n", {"a"});
  const Dataset truth(records({"a", "b"}), labels);
  const Evaluation result =
      evaluate_on(1, labels, truth, with_scores({{1, -infinity}, {0, -infinity}}));
  // The first alone is predicted at 1: precision 1, recall 1/2.
  EXPECT_NEAR(result.find("fmax").value(), 2 * 1 * 0.5 / 1.5, 1e-12);
}

// From level 2 the instance with the label b has no true node, and what is predicted for it does
// not count.
TEST(ClosedSets, LeaveOutInstancesWithoutATrueNodeOnTheLevels) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\na\ta1\na\ta2\n", {"a1"});
  const Dataset truth(records({"a1", "b"}), labels);
  test::Table scores(2, std::vector<double>(labels.size(), 0));
  scores[0][index_of(labels.find("a1").value())] = 5;
  scores[1][index_of(labels.find("a2").value())] = 7;
  EvaluateOptions options;
  options.auprc_from_level = 2;
  const Evaluation result = evaluate_on(1, labels, truth, with_scores(scores), options);
  EXPECT_NEAR(result.find("fmax").value(), 1, 1e-12);
  EXPECT_EQ(result.find("smin"), 0);
}

TEST(ClosedSets, NeedScoresAndAuprc) {
  const LabelSpace labels = label_space("root\ta\nroot\tb\n", {"a"});
  const Dataset truth(records({"a"}), labels);
  EXPECT_FALSE(evaluate_on(1, labels, truth, with_sets(labels, {"a"})).find("fmax"));
  EvaluateOptions without;
  without.auprc_from_level = 0;
  EXPECT_FALSE(evaluate_on(1, labels, truth, with_scores({{1, 0}}), without).find("smin"));
}

TEST(ClosedSets, AreComparedInTheRightDirection) {
  EXPECT_TRUE(smaller_is_better("smin"));
  EXPECT_FALSE(smaller_is_better("fmax"));
}

}  // namespace
}  // namespace clade::detail

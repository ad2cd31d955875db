// A taxonomy that is learned together with a classifier, against the same done by hand.
#include "eval/taxonomy/learn_by_rounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "data/record_subset.h"
#include "eval/taxonomy/weight_distances.h"
#include "tests/eval/small_comparison.h"

namespace clade::detail {
namespace {

using test::Options;

const test::Words classes{"a1", "b1", "a2", "b2", "c"};

// Near classes share a feature beside their own.
Records paired_records(std::size_t count = 60) {
  test::Words lines = test::noisy_lines(count, classes, 3, 0.8);
  for (std::size_t i = 0; i < count; ++i) {
    const char group = classes[i % classes.size()][0];
    lines[i] += group == 'a' ? " 20:1" : group == 'b' ? " 21:1" : "";
  }
  return test::read_lines(lines, "svm", Precision::double_);
}

std::vector<std::size_t> all_of(const Records& records) {
  std::vector<std::size_t> all(records.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Configured hsvm(const Options& more = {}) {
  Options options{{"precision", "double"}, {"tolerance", "1e-8"}};
  options.insert(options.end(), more.begin(), more.end());
  return test::configured("hsvm", options);
}

// Trains with a tree over the classes of the records, or without.
Trained train_with(const Records& records, const std::vector<std::size_t>& indices,
                   const Taxonomy* tree, const Configured& configured, ThreadPool& pool) {
  TaxonomyDraw draw;
  if (tree != nullptr) draw.tree = std::make_shared<const Taxonomy>(*tree);
  const TrainingPart part({records, indices}, configured.text, configured.label_nodes,
                          TaxonomySource{}, draw, pool);
  Reporter silent;
  TrainContext context{silent, pool, 0};
  return part.train(*configured.method, 0, context);
}

// W_y by feature: what the model answers to the unit vectors.
std::vector<std::vector<double>> weights_by_hand(const Model& model, const LabelSpace& labels) {
  std::vector<std::vector<double>> weights(labels.size());
  for (std::uint32_t f = 1; f <= 21; ++f) {
    const BasicFeature<double> one{f, 1.0};
    std::vector<double> scores(model.label_space().size());
    model.scores(BasicSparseRow<double>(&one, 1), std::span(scores));
    for (std::size_t c = 0; c < labels.size(); ++c) {
      const auto own = model.label_space().find(labels.name(static_cast<ClassId>(c)));
      weights[c].push_back(scores[index_of(*own)]);
    }
  }
  return weights;
}

PairTable distances_by_hand(const Model& model, const LabelSpace& labels) {
  const auto weights = weights_by_hand(model, labels);
  PairTable table(labels.size());
  for (std::size_t a = 0; a < labels.size(); ++a) {
    for (std::size_t b = a + 1; b < labels.size(); ++b) {
      double squares = 0;
      for (std::size_t f = 0; f < weights[a].size(); ++f) {
        squares += (weights[a][f] - weights[b][f]) * (weights[a][f] - weights[b][f]);
      }
      table(a, b) = std::sqrt(squares);
    }
  }
  return table;
}

LabelSpace flat_labels(const Records& records) {
  return {TaxonomySource{}, LabelNodes::terminal, records.label_names};
}

Taxonomy some_tree() {
  return Taxonomy::parse("r\tx\nr\ty\nx\ta1\nx\ta2\nx\tc\ny\tb1\ny\tb2\n", "tree");
}

class WeightDistances : public ::testing::TestWithParam<Options> {};

TEST_P(WeightDistances, AreThoseOfTheScoresOfUnitVectors) {
  const Records records = paired_records();
  ThreadPool pool(2);
  const Taxonomy tree = some_tree();
  const Model model = train_with(records, all_of(records), &tree, hsvm(GetParam()), pool).model;
  const LabelSpace labels = flat_labels(records);
  const PairTable found = weight_distances(model, labels, pool);
  const PairTable expected = distances_by_hand(model, labels);
  for (std::size_t a = 0; a < labels.size(); ++a) {
    for (std::size_t b = a + 1; b < labels.size(); ++b) {
      EXPECT_GT(expected(a, b), 0);
      EXPECT_NEAR(found(a, b), expected(a, b), 1e-9);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Kernels, WeightDistances,
                         ::testing::Values(Options{}, Options{{"kernel", "poly"},
                                                              {"degree", "1"},
                                                              {"gamma", "1"},
                                                              {"coef0", "0"}}));

TEST(WeightDistances, LeaveOutTheConstant) {
  const Records records = paired_records();
  ThreadPool pool(1);
  const Model model =
      train_with(records, all_of(records), nullptr, hsvm({{"bias", "feature"}}), pool).model;
  const LabelSpace labels = flat_labels(records);
  // Scores of unit vectors have the constant in them, the same for every feature: scores of the
  // empty vector take it out again.
  auto weights = weights_by_hand(model, labels);
  std::vector<double> constant(model.label_space().size());
  model.scores(BasicSparseRow<double>(), std::span(constant));
  double squares = 0;
  for (std::size_t f = 0; f < weights[0].size(); ++f) {
    const double a = weights[0][f] - constant[0], b = weights[1][f] - constant[1];
    squares += (a - b) * (a - b);
  }
  EXPECT_NE(constant[0], constant[1]);
  EXPECT_NEAR(weight_distances(model, labels, pool)(0, 1), std::sqrt(squares), 1e-9);
}

TEST(WeightDistances, RefuseMethodsThatGoFromTheRootDown) {
  const Records records = paired_records();
  ThreadPool pool(1);
  const Taxonomy tree = some_tree();
  const Model model =
      train_with(records, all_of(records), &tree, test::configured("topdown-svm", {}), pool).model;
  EXPECT_THROW(weight_distances(model, flat_labels(records), pool), Error);
}

// Average precision over the records that folds hold out.
double cross_validated(const Records& records, const std::vector<Split>& splits,
                       const std::vector<std::optional<Taxonomy>>& trees, ThreadPool& pool) {
  double sum = 0;
  for (std::size_t f = 0; f < splits.size(); ++f) {
    const Configured configured = hsvm();
    TaxonomyDraw draw;
    if (trees[f]) draw.tree = std::make_shared<const Taxonomy>(*trees[f]);
    const TrainingPart part({records, splits[f].train}, configured.text, configured.label_nodes,
                            TaxonomySource{}, draw, pool);
    Reporter silent;
    TrainContext context{silent, pool, 0};
    const Trained trained = part.train(*configured.method, 0, context);
    const ModelEvaluation measured =
        part.measure(trained.model, {records, splits[f].test}, {}, pool);
    for (const auto& [name, value] : measured.evaluation.metrics) {
      if (name == "average_precision") sum += value * static_cast<double>(splits[f].test.size());
    }
  }
  return sum / static_cast<double>(records.size());
}

Taxonomy tree_by_hand(const Records& records, const std::vector<std::size_t>& indices,
                      const Taxonomy* before, ThreadPool& pool) {
  const LabelSpace labels = flat_labels(subset(records, indices));
  const Model model = train_with(records, indices, before, hsvm(), pool).model;
  return cluster_classes(distances_by_hand(model, labels), Linkage::average, 2).taxonomy(labels);
}

TEST(LearnByRounds, GivesWhatTrainingAndClusteringByHandGive) {
  const Records records = paired_records();
  ThreadPool pool(1);
  Reporter silent;
  RoundParams params;
  params.rounds = 3;
  params.folds = 3;
  const LearnedRounds learned = learn_by_rounds(
      {records, all_of(records)}, [] { return hsvm(); }, params, pool, silent);
  // On folds that grow trees of their own.
  const std::vector<Split> splits = fold_splits(records, 3, 0);
  std::vector<std::optional<Taxonomy>> trees(splits.size());
  for (const double value : learned.average_precision) {
    EXPECT_NEAR(value, cross_validated(records, splits, trees, pool), 1e-12);
    for (std::size_t f = 0; f < splits.size(); ++f) {
      trees[f] = tree_by_hand(records, splits[f].train, trees[f] ? &*trees[f] : nullptr, pool);
    }
  }
  // The rounds end where it no longer rises, and the best is kept.
  const auto& values = learned.average_precision;
  ASSERT_GE(values.size(), 2U);
  for (std::size_t r = 1; r + 1 < values.size(); ++r) EXPECT_GT(values[r], values[r - 1]);
  for (std::size_t r = 1; r < values.size(); ++r) EXPECT_LE(values[r], values[learned.kept]);
  // The tree is that of the kept round on all records.
  std::optional<Taxonomy> tree;
  for (std::size_t r = 0; r < learned.kept; ++r) {
    tree = tree_by_hand(records, all_of(records), tree ? &*tree : nullptr, pool);
  }
  const Taxonomy found = learned.clusters.taxonomy(learned.labels);
  ASSERT_EQ(found.size(), tree->size());
  for (const NodeId node : found.terminals()) {
    const auto other = tree->find(found.name(node));
    EXPECT_EQ(found.name(found.parents(node).front()), tree->name(tree->parents(*other).front()));
  }
}

TEST(LearnByRounds, DoesNotDependOnTheNumberOfThreads) {
  const Records records = paired_records(90);
  Reporter silent;
  RoundParams params;
  params.folds = 2;
  const auto run = [&](unsigned threads) {
    ThreadPool pool(threads);
    return learn_by_rounds(
        {records, all_of(records)}, [] { return test::configured("perceptron", {}); }, params, pool,
        silent);
  };
  const LearnedRounds one = run(1), three = run(3);
  EXPECT_EQ(one.average_precision, three.average_precision);
  EXPECT_EQ(one.kept, three.kept);
  EXPECT_EQ(one.clusters.edges(one.labels), three.clusters.edges(three.labels));
}

struct StopsAtOnce : Reporter {
  bool stop_requested() const override { return true; }
};

TEST(LearnByRounds, RefusesFlatMethodsAndStopsWhenAsked) {
  const Records records = paired_records();
  ThreadPool pool(1);
  Reporter silent;
  const auto flat = [] { return test::configured("hsvm", {{"flat", "true"}}); };
  EXPECT_THROW(learn_by_rounds({records, all_of(records)}, flat, {}, pool, silent), Error);
  StopsAtOnce stop;
  EXPECT_THROW(learn_by_rounds(
                   {records, all_of(records)}, [] { return hsvm(); }, {}, pool, stop),
               Cancelled);
}

}  // namespace
}  // namespace clade::detail

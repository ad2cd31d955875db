#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/model/make_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

// Weights that are easy to add up: unit u has 10^u on the first feature, 2 on the second.
Model simple_model(bool with_constant = false) {
  const LabelSpace labels = terminal_label_space(small_tree());
  std::vector<std::uint32_t> features{3, 7};
  if (with_constant) features.insert(features.begin(), FeatureIndex::constant);
  auto impl = make_impl<double>(labels, features);
  auto weights = std::make_shared<WeightRows<double>>(features.size(), 6);
  for (std::size_t u = 0; u < 6; ++u) {
    const std::size_t first = with_constant ? 1 : 0;
    if (with_constant) weights->row(0)[u] = 0.5;
    weights->row(first)[u] = std::pow(10.0, static_cast<double>(u));
    weights->row(first + 1)[u] = 2;
  }
  // root, a, b, a1, a2, b1: classes a1 (nodes 0 1 3), a2 (0 1 4), b1 (0 2 5).
  Csr<Attribute> rows;
  rows.push_row(std::vector<Attribute>{{UnitId{1}, 1.0}, {UnitId{3}, 0.5}});
  rows.push_row(std::vector<Attribute>{{UnitId{1}, 1.0}, {UnitId{4}, 0.5}});
  rows.push_row(std::vector<Attribute>{{UnitId{2}, 1.0}, {UnitId{5}, 0.5}});
  impl->score_map = ScoreMap(std::move(rows), 6);
  impl->weights = weights->view();
  impl->weight_owner = weights;
  return Model(impl);
}

std::vector<double> scores_of(const Model& model, const std::vector<BasicFeature<double>>& row,
                              std::size_t* unknown = nullptr) {
  std::vector<double> out(model.label_space().size());
  model.scores<double>(row, out, unknown);
  return out;
}

TEST(Model, ScoresAddUpTheAttributes) {
  std::size_t unknown = 4;
  const auto scores = scores_of(simple_model(), {{1, 9.0}, {3, 1.0}, {7, 1.0}, {8, 1.0}}, &unknown);
  EXPECT_EQ(unknown, 6U);  // added to what was there
  EXPECT_EQ(scores, (std::vector<double>{12 + 501, 12 + 5001, 102 + 50001}));
}

TEST(Model, AnEmptyRowScoresZero) {
  EXPECT_EQ(scores_of(simple_model(), {}), (std::vector<double>{0, 0, 0}));
}

TEST(Model, TheConstantFeatureIsPutIn) {
  EXPECT_EQ(scores_of(simple_model(true), {}), (std::vector<double>{0.75, 0.75, 0.75}));
}

TEST(Model, NodeScoresAreThoseOfTheUnitWithTheNodesName) {
  const Model model = simple_model();
  std::vector<double> out(6, -1.0);
  const std::vector<BasicFeature<float>> row{{3, 1.0F}};
  model.node_scores<float>(row, out);
  EXPECT_EQ(out, (std::vector<double>{1, 10, 100, 1000, 10000, 100000}));
}

TEST(Model, NodesWithoutAUnitScoreZero) {
  auto impl = std::make_shared<Model::Impl>(simple_model().impl());
  impl->unit_names = {"0", "1", "a", "3", "4", "5"};
  std::vector<double> out(6, -1.0);
  const std::vector<BasicFeature<float>> row{{3, 1.0F}};
  Model(impl).node_scores<float>(row, out);
  EXPECT_EQ(out, (std::vector<double>{0, 100, 0, 0, 0, 0}));
}

TEST(Model, PredictsTheBestFirst) {
  const std::vector<BasicFeature<double>> row{{3, 1.0}};
  const auto best = simple_model().predict<double>(row, 2);
  ASSERT_EQ(best.size(), 2U);
  EXPECT_EQ(best[0].label, ClassId{2});
  EXPECT_EQ(best[0].score, 100 + 50000);
  EXPECT_EQ(best[1].label, ClassId{1});
  EXPECT_EQ(simple_model().predict<double>(row, 99).size(), 3U);
  EXPECT_TRUE(simple_model().predict<double>(row, 0).empty());
}

TEST(Model, TiesGoToTheFirstClass) {
  const auto best = simple_model().predict<double>({}, 3);
  ASSERT_EQ(best.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(index_of(best[i].label), i);
}

TEST(Model, PredictsOnlyPredictableClasses) {
  auto impl = std::make_shared<Model::Impl>(simple_model().impl());
  const Taxonomy tree = small_tree();
  impl->label_space = LabelSpace(LabelSpace::Parts{
      tree, tree.terminals(), {true, true, false}, LabelNodes::path, TaxonomySource{}});
  const std::vector<BasicFeature<double>> row{{3, 1.0}};
  const auto best = Model(impl).predict<double>(row, 3);
  ASSERT_EQ(best.size(), 2U);
  EXPECT_EQ(best[0].label, ClassId{1});
}

TEST(Model, ScoresThatAreNotNumbersComeLast) {
  const double inf = std::numeric_limits<double>::infinity();
  // unit 1 gets inf - inf on the first two classes
  auto impl = std::make_shared<Model::Impl>(simple_model().impl());
  auto weights = std::make_shared<WeightRows<double>>(2, 6);
  weights->row(0)[1] = inf;
  weights->row(1)[1] = -inf;
  impl->weights = weights->view();
  impl->weight_owner = weights;
  const std::vector<BasicFeature<double>> row{{3, 1.0}, {7, 1.0}};
  const auto best = Model(impl).predict<double>(row, 3);
  ASSERT_EQ(best.size(), 3U);
  EXPECT_EQ(best[0].label, ClassId{2});
  EXPECT_TRUE(std::isnan(best[1].score));
}

TEST(Model, CountsNonzeroWeightsWithoutThePadding) {
  EXPECT_EQ(simple_model().nonzero_weights(), 12U);
  EXPECT_EQ(simple_model().unit_count(), 6U);
  EXPECT_EQ(simple_model().feature_count(), 2U);
}

template <class RowReal, class WeightReal>
void expect_scorer_agrees() {
  const Model model(make_impl<WeightReal>(terminal_label_space(small_dag()), {1, 2, 3, 5, 8}));
  Scorer scorer(model);
  for (const auto& row : random_rows<RowReal>(20)) {
    std::vector<double> scores(model.label_space().size());
    std::vector<double> nodes(model.label_space().taxonomy().size());
    std::size_t unknown = 0;
    model.scores<RowReal>(row, scores, &unknown);
    model.node_scores<RowReal>(row, nodes);
    EXPECT_EQ(scorer.score<RowReal>(row), unknown);
    EXPECT_TRUE(std::ranges::equal(scorer.class_scores(), scores));
    EXPECT_TRUE(std::ranges::equal(scorer.node_scores(), nodes));
    const auto best = scorer.best(2);
    const auto predicted = model.predict<RowReal>(row, 2);
    ASSERT_EQ(best.size(), predicted.size());
    for (std::size_t i = 0; i < best.size(); ++i) {
      EXPECT_EQ(best[i].label, predicted[i].label);
      EXPECT_EQ(best[i].score, predicted[i].score);
    }
  }
}

TEST(Scorer, AgreesWithTheModelOnEveryNumberType) {
  expect_scorer_agrees<float, float>();
  expect_scorer_agrees<float, double>();
  expect_scorer_agrees<double, float>();
  expect_scorer_agrees<double, double>();
}

}  // namespace
}  // namespace clade::detail

// A beam must give every class that it reaches the score of the full scan, and refuse models where
// nodes on the way have no score.
#include "model/beam.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "clade/error.h"
#include "linear/packed_weights.h"
#include "tests/model/make_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;
using ::testing::HasSubstr;

Taxonomy random_tree(std::size_t nodes, Random& random) {
  std::string edges;
  for (std::size_t n = 1; n < nodes; ++n) {
    const std::size_t parent = random.below(std::min<std::uint64_t>(n, 1 + nodes / 8));
    edges += "n" + std::to_string(parent) + "\tn" + std::to_string(n) + "\n";
  }
  return Taxonomy::parse(edges, "random_tree");
}

template <class Real>
Model random_model(std::size_t nodes, RowForm form, Random& random) {
  constexpr std::size_t feature_count = 9;
  std::vector<std::uint32_t> features(feature_count);
  std::iota(features.begin(), features.end(), 1U);
  const LabelSpace labels = terminal_label_space(random_tree(nodes, random));
  auto impl = make_impl<Real>(labels, features);
  auto weights = std::make_shared<WeightRows<Real>>(feature_count, labels.taxonomy().size(), form);
  std::vector<Real> row(labels.taxonomy().size());
  for (std::size_t j = 0; j < feature_count; ++j) {
    for (Real& w : row) w = static_cast<Real>(random.below(3) == 0 ? random.normal() : 0.0);
    weights->set_row(j, row);
  }
  impl->weights = weights->view();
  impl->weight_owner = weights;
  return Model(impl);
}

template <class Real>
void expect_same_best(const Model& model, std::size_t width) {
  Scorer whole(model), beam(model, std::make_shared<const Beam>(model, width));
  for (const auto& row : random_rows<Real>(20)) {
    whole.score<Real>(row);
    beam.score<Real>(row, ScoresFor::best_class);
    const auto wanted = whole.best(3), found = beam.best(3);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].label, wanted[k].label);
      EXPECT_EQ(found[k].score, wanted[k].score);
    }
    EXPECT_TRUE(agrees_with_full_scan<Real>(model, row, beam));
  }
}

TEST(Beam, AsWideAsTheTreeFindsWhatTheFullScanFinds) {
  for (const std::size_t nodes : {12U, 90U, 700U}) {
    for (const RowForm form : {RowForm::dense, RowForm::sparse}) {
      Random random(nodes);
      expect_same_best<float>(random_model<float>(nodes, form, random), nodes);
      expect_same_best<double>(random_model<double>(nodes, form, random), nodes);
    }
  }
}

// The same of a model whose weights are packed.
Model packed_model(const Model& model, PackedNumbers numbers) {
  auto impl = std::make_shared<Model::Impl>(model.impl());
  auto packed =
      std::make_shared<const PackedWeights>(std::get<WeightView<float>>(impl->weights), 0, numbers);
  impl->weights = packed->view();
  impl->weight_owner = packed;
  return Model(impl);
}

TEST(Beam, FindsInPackedWeightsWhatTheFullScanFinds) {
  for (const std::size_t nodes : {12U, 90U, 2000U}) {
    for (const PackedNumbers numbers : {PackedNumbers::half, PackedNumbers::single}) {
      Random random(nodes);
      const Model model = random_model<float>(nodes, RowForm::sparse, random);
      expect_same_best<float>(packed_model(model, numbers), nodes);
    }
  }
}

// The scores of the classes that a narrow beam reaches are those of the full scan.
TEST(Beam, GivesReachedClassesTheirScores) {
  Random random(3);
  const Model model = random_model<float>(300, RowForm::sparse, random);
  Scorer whole(model), beam(model, std::make_shared<const Beam>(model, 1));
  std::size_t missed = 0;
  for (const auto& row : random_rows<float>(50)) {
    whole.score<float>(row);
    beam.score<float>(row, ScoresFor::best_class);
    for (const Prediction& p : beam.best(1000)) {
      EXPECT_EQ(p.score, whole.class_scores()[index_of(p.label)]);
    }
    if (!agrees_with_full_scan<float>(model, row, beam)) ++missed;
  }
  EXPECT_GT(missed, 0U);  // else this would say nothing
}

// Raw scores by node of the small tree root -> (a -> (a1, a2), b -> b1), one feature.
std::shared_ptr<Model::Impl> with_scores(const std::vector<double>& scores) {
  const LabelSpace labels = terminal_label_space(small_tree());
  auto impl = make_impl<double>(labels, {1});
  auto weights = std::make_shared<WeightRows<double>>(1, scores.size());
  weights->set_row(0, scores);
  Csr<Attribute> rows;
  for (const NodeId leaf : labels.classes()) {
    for (const NodeId node : labels.taxonomy().ancestor_set(leaf)) {
      rows.push({static_cast<UnitId>(index_of(node)), 1.0});
    }
    rows.end_row();
  }
  impl->score_map = ScoreMap(std::move(rows), scores.size());
  impl->weights = weights->view();
  impl->weight_owner = weights;
  return impl;
}

const std::vector<BasicFeature<double>> one{{1, 1.0}};

std::string best_name(const Model& model, std::size_t width) {
  Scorer scorer(model, std::make_shared<const Beam>(model, width));
  scorer.score<double>(one, ScoresFor::best_class);
  return std::string(model.label_space().name(scorer.best(1).front().label));
}

// F(a1) = 2 + 1, F(a2) = 2 + 0, F(b1) = 1 + 5: the way to b1 looks worse at first.
TEST(Beam, MissesWhatLiesBelowANodeThatWasNotKept) {
  const Model model(with_scores({0, 2, 1, 1, 0, 5}));
  EXPECT_EQ(best_name(model, 1), "a1");
  EXPECT_EQ(best_name(model, 2), "b1");
}

// Three levels. The way to c1x looks worst at first, is the second of the inner nodes above the
// classes, and has the best class.
TEST(Beam, KeepsMoreNodesOfHigherLevels) {
  const Taxonomy tree = Taxonomy::parse(
      "root\ta\nroot\tb\nroot\tc\na\ta1\nb\tb1\nc\tc1\na1\ta1x\nb1\tb1x\nc1\tc1x\n", "tree");
  const LabelSpace labels = terminal_label_space(tree);
  const auto with = [&](double score_of_c, double score_of_c1) {
    auto impl = make_impl<double>(labels, {1});
    std::vector<double> scores(tree.size(), 0.0);
    const auto set = [&](const char* name, double score) {
      for (std::size_t n = 0; n < tree.size(); ++n) {
        if (tree.name(static_cast<NodeId>(n)) == name) scores[n] = score;
      }
    };
    set("a", 3), set("b", 1), set("c", score_of_c), set("c1", score_of_c1), set("c1x", 9);
    auto weights = std::make_shared<WeightRows<double>>(1, scores.size());
    weights->set_row(0, scores);
    Csr<Attribute> rows;
    for (const NodeId leaf : labels.classes()) {
      std::vector<NodeId> set_of = tree.ancestor_set(leaf);
      std::sort(set_of.begin(), set_of.end());
      for (const NodeId node : set_of) {
        rows.push({static_cast<UnitId>(index_of(node)), 1.0});
      }
      rows.end_row();
    }
    impl->score_map = ScoreMap(std::move(rows), scores.size());
    impl->weights = weights->view();
    impl->weight_owner = weights;
    return Model(impl);
  };
  EXPECT_EQ(best_name(with(2, 5), 1), "c1x");  // two of the first level are kept
  EXPECT_EQ(best_name(with(0, 5), 1), "a1x");  // the third is not
  EXPECT_EQ(best_name(with(0, 5), 2), "c1x");
  EXPECT_EQ(best_name(with(2, 0), 1), "a1x");  // one of the second level is kept
}

TEST(Beam, PredictsOnlyWhatMayBePredicted) {
  auto impl = with_scores({0, 2, 1, 1, 0, 5});
  impl->label_space = LabelSpace(LabelSpace::Parts{small_tree(),
                                                   impl->label_space.taxonomy().terminals(),
                                                   {true, true, false},
                                                   LabelNodes::terminal,
                                                   {}});
  EXPECT_EQ(best_name(Model(impl), 2), "a1");
}

TEST(Beam, LeavesScoresThatAreNotFiniteToTheFullScan) {
  for (const double score : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    const Model model(with_scores({0, score, 1, 1, 0, 5}));
    Scorer scorer(model, std::make_shared<const Beam>(model, 1));
    scorer.score<double>(one, ScoresFor::best_class);
    const auto all = model.predict<double>(one, 3);
    EXPECT_EQ(scorer.best(1).front().label, all.front().label);
    EXPECT_EQ(scorer.best(3).size(), 3U);
  }
}

std::string refusal(std::shared_ptr<const Model::Impl> impl) {
  try {
    Beam(Model(std::move(impl)), 4);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "";
}

TEST(Beam, IsForSumsAlongThePathsOfATree) {
  auto impl = with_scores({0, 2, 1, 1, 0, 5});
  EXPECT_EQ(refusal(impl), "");
  impl->decoding = Decoding::top_down_min_margin;
  EXPECT_THAT(refusal(impl), HasSubstr("goes from the root down"));

  const auto dag = make_impl<double>(terminal_label_space(small_dag()), {1, 2});
  EXPECT_THAT(refusal(dag), HasSubstr("expected the taxonomy to be a tree"));

  const LabelSpace labels = terminal_label_space(small_tree());
  EXPECT_THAT(refusal(make_sparse_impl<float>(labels, {1, 2}, RowForm::dense)),
              HasSubstr("not nodes above them"));

  auto flat = with_scores({0, 2, 1, 1, 0, 5});
  flat->score_map = ScoreMap::identity(3);
  flat->unit_names = {"a1", "a2", "b1"};
  EXPECT_THAT(refusal(flat), HasSubstr("does not score the inner nodes"));

  const std::vector<std::string> names{"x", "y"};
  const LabelSpace one_level = terminal_label_space(Taxonomy::flat(names));
  EXPECT_THAT(refusal(make_impl<double>(one_level, {1})), HasSubstr("nothing to leave out"));
}

}  // namespace
}  // namespace clade::detail

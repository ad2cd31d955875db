// Going down the best path must find what scoring every class finds, to the bit.
#include "model/descent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "tests/model/make_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

// Every node of the tree but the root has a random number of children, so that chains occur.
Taxonomy random_tree(std::size_t nodes, Random& random) {
  std::string edges;
  for (std::size_t n = 1; n < nodes; ++n) {
    const std::size_t parent = random.below(std::min<std::uint64_t>(n, 1 + nodes / 8));
    edges += "n" + std::to_string(parent) + "\tn" + std::to_string(n) + "\n";
  }
  return Taxonomy::parse(edges, "random_tree");
}

struct Shape {
  std::size_t nodes, features;
  RowForm form;
  bool whole_numbers;  // many equal scores
};

// A unit for every node but the root, in a random order; weights by blocks, as trained ones are.
template <class Real>
std::shared_ptr<Model::Impl> random_model(const Shape& shape, Decoding decoding, Random& random) {
  const LabelSpace labels = terminal_label_space(random_tree(shape.nodes, random));
  std::vector<std::string> names;
  for (std::size_t n = 1; n < labels.taxonomy().size(); ++n) {
    names.emplace_back(labels.taxonomy().name(NodeId(static_cast<std::uint32_t>(n))));
  }
  random.shuffle(std::span(names));
  std::vector<std::uint32_t> features(shape.features);
  std::iota(features.begin(), features.end(), 1U);
  auto weights = std::make_shared<WeightRows<Real>>(features.size(), names.size(), shape.form);
  for (std::size_t j = 0; j < features.size(); ++j) {
    std::vector<Real> row(names.size());
    const std::uint64_t share = random.below(11);
    for (std::size_t u = 0; u < row.size(); ++u) {
      if (u % 8 == 0 && random.below(10) >= share) u += 7;
      if (u >= row.size()) break;
      row[u] = shape.whole_numbers ? static_cast<Real>(random.below(3))
                                   : static_cast<Real>(random.normal());
    }
    weights->set_row(j, row);
  }
  auto impl = impl_of<Real>(labels, std::move(features), ancestor_map(labels), std::move(names),
                            std::move(weights));
  impl->decoding = decoding;
  return impl;
}

template <class Real>
std::vector<BasicFeature<Real>> random_row(const Shape& shape, Random& random) {
  std::vector<BasicFeature<Real>> row;
  const double share = random.uniform();
  for (std::uint32_t j = 1; j <= shape.features; ++j) {
    if (random.uniform() > share) continue;
    row.push_back({j, shape.whole_numbers ? Real{1} : static_cast<Real>(random.normal())});
  }
  return row;
}

// Returns how many rows had several best classes.
template <class Real>
std::size_t expect_the_same(const Model& model, const std::vector<BasicFeature<Real>>& row) {
  Scorer whole(model), path(model);
  whole.score<Real>(row);
  path.score<Real>(row, ScoresFor::best_class);
  const auto wanted = whole.best(2);
  const auto found = path.best(1);
  EXPECT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].label, wanted[0].label);
  EXPECT_EQ(found[0].score, wanted[0].score);
  return wanted.size() > 1 && wanted[1].score == wanted[0].score ? 1 : 0;
}

template <class Real>
std::size_t expect_the_same_on(const Shape& shape, Decoding decoding, std::uint64_t seed) {
  Random random(seed);
  const Model model(random_model<Real>(shape, decoding, random));
  EXPECT_NE(model.descent(), nullptr);
  std::size_t ties = expect_the_same<Real>(model, {});
  for (int k = 0; k < 20; ++k)
    ties += expect_the_same<Real>(model, random_row<Real>(shape, random));
  return ties;
}

using Case = std::tuple<std::size_t, RowForm, Decoding>;
class DescentOf : public testing::TestWithParam<Case> {};

TEST_P(DescentOf, FindsTheClassOfTheFullScan) {
  const auto& [nodes, form, decoding] = GetParam();
  std::size_t ties = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const bool whole_numbers : {false, true}) {
      const Shape shape{nodes, 23, form, whole_numbers};
      ties += expect_the_same_on<float>(shape, decoding, seed);
      ties += expect_the_same_on<double>(shape, decoding, seed);
    }
  }
  EXPECT_GE(ties, nodes > 2 ? 11U : 0U);
}

INSTANTIATE_TEST_SUITE_P(Models, DescentOf,
                         testing::Combine(testing::Values(2, 12, 90, 700),
                                          testing::Values(RowForm::dense, RowForm::sparse),
                                          testing::Values(Decoding::top_down_min_margin,
                                                          Decoding::top_down_sum)));

Model with_weight(double weight) {
  const LabelSpace labels = terminal_label_space(small_tree());
  auto impl = make_impl<double>(labels, {3, 7});
  auto weights = std::make_shared<WeightRows<double>>(2, 6);
  weights->row(0)[1] = weight;
  weights->row(1)[2] = 1;
  impl->weights = weights->view();
  impl->weight_owner = weights;
  impl->decoding = Decoding::top_down_sum;
  return Model(impl);
}

TEST(Descent, LeavesScoresThatAreNotFiniteToTheFullScan) {
  for (const double weight : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    const Model model = with_weight(weight);
    const std::vector<BasicFeature<double>> row{{3, 1.0}, {7, 1.0}};
    std::vector<double> raw(8);
    std::vector<Descent::Step> open;
    const std::vector<BasicFeature<double>> local{{0, 1.0}, {1, 1.0}};
    const auto& weights = std::get<WeightView<double>>(model.impl().weights);
    EXPECT_FALSE(model.descent()->best<double>(weights, local, raw.data(), open));
    const auto all = model.predict<double>(row, 3), best = model.predict<double>(row, 1);
    EXPECT_EQ(best.front().label, all.front().label);
  }
}

TEST(Descent, IsForModelsThatGoFromTheRootDownATree) {
  auto impl = make_impl<double>(terminal_label_space(small_tree()), {1, 2});
  EXPECT_EQ(Model(impl).descent(), nullptr);
  impl->decoding = Decoding::top_down_sum;
  EXPECT_NE(Model(impl).descent(), nullptr);
  auto dag = make_impl<double>(terminal_label_space(small_dag()), {1, 2});
  dag->decoding = Decoding::top_down_min_margin;
  EXPECT_EQ(Model(dag).descent(), nullptr);
  const Taxonomy tree = small_tree();
  auto inner =
      make_impl<double>(LabelSpace(LabelSpace::Parts{
                            tree, {NodeId{1}, NodeId{5}}, {true, true}, LabelNodes::all, {}}),
                        {1, 2});
  inner->decoding = Decoding::top_down_min_margin;
  EXPECT_EQ(Model(inner).descent(), nullptr);
}

// root, a, b, a1, a2, b1: s(a) = 1, s(b) = 4, s(a1) = 2, s(a2) = -1, s(b1) = 7, an only child.
TEST(PathScores, SumWhatNodesAreShortOfTheBestOfTheirSiblings) {
  auto impl = make_impl<double>(terminal_label_space(small_tree()), {1});
  auto weights = std::make_shared<WeightRows<double>>(1, 6);
  const std::vector<double> scores{0, 1, 4, 2, -1, 7};
  weights->set_row(0, scores);
  impl->weights = weights->view();
  impl->weight_owner = weights;
  const std::vector<BasicFeature<double>> row{{1, 1.0}};
  std::vector<double> out(3);
  impl->decoding = Decoding::top_down_sum;
  Model(impl).scores<double>(row, out);
  EXPECT_EQ(out, (std::vector<double>{-3, -6, 0}));
  impl->decoding = Decoding::top_down_min_margin;
  Model(impl).scores<double>(row, out);
  EXPECT_EQ(out, (std::vector<double>{-3, -3, 3}));
}

}  // namespace
}  // namespace clade::detail

#include "clade/probabilities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "model/answer_costs.h"
#include "model/calibration.h"
#include "model/covering.h"
#include "taxonomy/loss.h"
#include "tests/model/saved_model.h"

namespace clade::detail {
namespace {

using namespace testing_model;

Calibration exclusive(std::vector<double> scales) {
  Calibration calibration;
  calibration.kind = LabelKind::exclusive;
  calibration.folds = 5;
  calibration.examples = 9;
  calibration.scales = std::move(scales);
  calibration.truths = {0.05, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  return calibration;
}

Calibration independent(const LabelSpace& labels, std::size_t levels) {
  Calibration calibration = exclusive({});
  calibration.kind = LabelKind::independent;
  for (std::size_t n = 0; n < labels.taxonomy().size(); ++n) {
    calibration.nodes.push_back({1.0 + 0.1 * static_cast<double>(n), -0.5});
  }
  calibration.levels.assign(levels, {1, -0.2, 0.3, 0.1});
  return calibration;
}

Model model_with(const LabelSpace& labels, const Calibration& calibration) {
  return Model(make_impl<float>(labels, {1, 3, 4, 9})).with_calibration(calibration);
}

Probabilities probabilities(const ProbabilityMap& map, const std::vector<double>& scores) {
  Probabilities p;
  map.apply(scores, p);
  return p;
}

// What the definition says, without any of its shortcuts.
double value_by_hand(const LabelSpace& labels, NodeId node, std::span<const double> scores,
                     std::span<const double> scales, std::size_t depth) {
  const Taxonomy& taxonomy = labels.taxonomy();
  if (taxonomy.is_terminal(node)) return scores[index_of(*labels.find(taxonomy.name(node)))];
  double sum = 0;
  for (const NodeId child : taxonomy.children(node)) {
    sum += std::exp(scales[depth] * value_by_hand(labels, child, scores, scales, depth + 1));
  }
  return std::log(sum) / scales[depth];
}

TEST(Probabilities, AreANestedSoftmaxOnATree) {
  const LabelSpace labels = terminal_label_space(small_tree());
  const std::vector<double> scales{2.0, 5.0}, scores{0.3, -0.2, 0.4};  // a1, a2, b1
  const ProbabilityMap map(model_with(labels, exclusive(scales)));
  const Probabilities p = probabilities(map, scores);
  const Taxonomy& taxonomy = labels.taxonomy();
  const double a = std::exp(2 * value_by_hand(labels, *taxonomy.find("a"), scores, scales, 1));
  const double b = std::exp(2 * value_by_hand(labels, *taxonomy.find("b"), scores, scales, 1));
  const double a1 = std::exp(5 * 0.3) / (std::exp(5 * 0.3) + std::exp(5 * -0.2));
  EXPECT_NEAR(p.nodes[index_of(*taxonomy.find("a"))], a / (a + b), 1e-12);
  EXPECT_NEAR(p.classes[0], a / (a + b) * a1, 1e-12);
  EXPECT_NEAR(p.classes[2], b / (a + b), 1e-12);
  EXPECT_EQ(p.nodes[index_of(taxonomy.root())], 1);
}

Calibration with_choices(Calibration calibration, std::vector<Calibration::Choice> choices) {
  calibration.choices = std::move(choices);
  calibration.frequencies = {1, 3, 4};
  return calibration;
}

TEST(Probabilities, ChoicesWithoutTailAndFloorAreASoftmax) {
  const LabelSpace labels = terminal_label_space(small_tree());
  const std::vector<double> scores{0.3, -0.2, 0.4};
  const Calibration plain = exclusive({2.0, 5.0});
  const Calibration same = with_choices(plain, {{2, 0, 0}, {5, 0, 0}});
  const Probabilities one = probabilities(ProbabilityMap(model_with(labels, plain)), scores);
  const Probabilities two = probabilities(ProbabilityMap(model_with(labels, same)), scores);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(one.classes[c], two.classes[c], 1e-12);
}

TEST(Probabilities, OfChoicesHaveTailsAndAFloor) {
  const LabelSpace labels = terminal_label_space(small_tree());
  const std::vector<double> scores{0.3, -0.2, 0.4};
  const Calibration calibration = with_choices(exclusive({2.0, 5.0}), {{2, 0, 0}, {4, 0.5, 0.2}});
  const Probabilities p = probabilities(ProbabilityMap(model_with(labels, calibration)), scores);
  const double a = p.nodes[index_of(*labels.taxonomy().find("a"))];
  const double far = std::pow(1 + 0.5 * 4 * 0.5, -2);  // a2 is 0.5 below a1
  EXPECT_NEAR(p.classes[0] / a, 0.8 / (1 + far) + 0.2 * 0.25, 1e-12);
  EXPECT_NEAR(p.classes[1] / a, 0.8 * far / (1 + far) + 0.2 * 0.75, 1e-12);
  EXPECT_NEAR(p.classes[0] + p.classes[1] + p.classes[2], 1, 1e-12);
}

TEST(Probabilities, OfOneScaleAreASoftmaxOverClasses) {
  for (const Taxonomy& taxonomy : {small_tree(), small_dag()}) {
    const LabelSpace labels = terminal_label_space(taxonomy);
    const std::vector<double> scores{0.3, -0.2, 0.4};
    const Calibration same = exclusive(std::vector<double>(taxonomy.is_tree() ? 2 : 1, 3.0));
    const Probabilities p = probabilities(ProbabilityMap(model_with(labels, same)), scores);
    double sum = 0;
    for (const double s : scores) sum += std::exp(3 * s);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(p.classes[c], std::exp(3 * scores[c]) / sum, 1e-12) << c;
    }
  }
}

void expect_coherent(const Taxonomy& taxonomy, const Probabilities& p, bool is_exclusive) {
  for (std::size_t n = 0; n < taxonomy.size(); ++n) {
    double sum = 0, largest = 0;
    for (const NodeId child : taxonomy.children(static_cast<NodeId>(n))) {
      sum += p.nodes[index_of(child)];
      largest = std::max(largest, p.nodes[index_of(child)]);
    }
    EXPECT_GE(p.nodes[n] + 1e-12, is_exclusive && taxonomy.is_tree() ? sum : largest) << n;
    EXPECT_TRUE(p.nodes[n] >= 0 && p.nodes[n] <= 1) << p.nodes[n];
  }
}

TEST(Probabilities, AreCoherentDownTheTaxonomy) {
  Random random(3);
  for (const Taxonomy& taxonomy :
       {small_tree(), small_dag(), tree_with_added_nodes(), flat_taxonomy()}) {
    const LabelSpace labels = terminal_label_space(taxonomy);
    std::size_t deepest = 0;
    for (std::size_t n = 0; n < taxonomy.size(); ++n) {
      deepest = std::max(deepest, taxonomy.depth(static_cast<NodeId>(n)));
    }
    const Calibration one = exclusive(std::vector<double>(taxonomy.is_tree() ? deepest : 1, 2.5));
    const ProbabilityMap of_one(model_with(labels, one));
    const ProbabilityMap of_several(model_with(labels, independent(labels, deepest)));
    for (int draw = 0; draw < 20; ++draw) {
      std::vector<double> scores(labels.size());
      for (double& s : scores) s = 3 * random.normal();
      const Probabilities p = probabilities(of_one, scores);
      expect_coherent(taxonomy, p, true);
      EXPECT_NEAR(std::accumulate(p.classes.begin(), p.classes.end(), 0.0), 1, 1e-12);
      expect_coherent(taxonomy, probabilities(of_several, scores), false);
    }
  }
}

TEST(Probabilities, OfScoresBeyondReckoningAreStillNumbers) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const LabelSpace labels = terminal_label_space(small_tree());
  const ProbabilityMap of_one(model_with(labels, exclusive({2, 3})));
  const ProbabilityMap of_several(model_with(labels, independent(labels, 2)));
  for (const std::vector<double>& scores : {std::vector<double>{std::nan(""), 1, 2},
                                            {infinite, -infinite, 0},
                                            {1e300, 1e300, -1e300}}) {
    expect_coherent(labels.taxonomy(), probabilities(of_one, scores), true);
    expect_coherent(labels.taxonomy(), probabilities(of_several, scores), false);
  }
}

TEST(Probabilities, OfClassesThatAreNeverPredictedAreZero) {
  const Taxonomy tree = small_tree();
  const LabelSpace labels(LabelSpace::Parts{
      tree, tree.terminals(), {true, false, true}, LabelNodes::path, TaxonomySource{}});
  for (const Calibration& calibration : {exclusive({2, 3}), independent(labels, 2)}) {
    const Probabilities p =
        probabilities(ProbabilityMap(model_with(labels, calibration)), {0.1, 9, 0.2});
    EXPECT_EQ(p.classes[1], 0);
    EXPECT_EQ(p.nodes[index_of(*tree.find("a2"))], 0);
    EXPECT_GT(p.classes[0], 0);
  }
}

TEST(Probabilities, AnInnerNodeThatIsAClassSharesWithItsChildren) {
  const Taxonomy tree = small_tree();
  const std::vector<NodeId> classes{*tree.find("a"), *tree.find("a1"), *tree.find("a2"),
                                    *tree.find("b1")};
  const LabelSpace labels(LabelSpace::Parts{tree, classes, std::vector<bool>(4, true),
                                            LabelNodes::all, TaxonomySource{}});
  const ProbabilityMap map(model_with(labels, exclusive({1, 1})));
  const Probabilities p = probabilities(map, {0.5, 0.5, 0.5, 0.5});
  for (const double of_class : p.classes) EXPECT_NEAR(of_class, 0.25, 1e-12);
  EXPECT_NEAR(p.nodes[index_of(classes[0])], 0.75, 1e-12);
}

// In closed sets a label comes with the nodes above it, so none of these is less probable.
TEST(Probabilities, OfAClosedLabelAreThoseOfItsNode) {
  const Taxonomy tree = small_tree();
  const std::vector<NodeId> classes{*tree.find("a"), *tree.find("a1"), *tree.find("a2"),
                                    *tree.find("b1")};
  const auto of = [&](LabelNodes mode) {
    const LabelSpace labels(
        LabelSpace::Parts{tree, classes, std::vector<bool>(4, true), mode, TaxonomySource{}});
    return probabilities(ProbabilityMap(model_with(labels, independent(labels, 2))),
                         {-2, 1, -1, -1});
  };
  const Probabilities closed = of(LabelNodes::closed);
  EXPECT_EQ(closed.classes[0], closed.nodes[index_of(classes[0])]);
  EXPECT_GE(closed.classes[0], closed.classes[1]);
  const Probabilities open = of(LabelNodes::all);  // the node alone, without what is below it
  EXPECT_LT(open.classes[0], open.nodes[index_of(classes[0])]);
}

TEST(Probabilities, NeedACalibration) {
  test::expect_error([] { ProbabilityMap map(model_of(small_tree())); }, ErrorKind::usage,
                     "`calibrate`");
}

// Given probabilities: a 0.7 (a1 0.6, a2 0.1), b 0.3 (b1 0.3).
struct Answers : testing::Test {
  LabelSpace labels = terminal_label_space(small_tree());
  ProbabilityMap map{model_with(labels, exclusive({1, 1}))};
  Probabilities p;

  Answers() {
    p.classes = {0.6, 0.1, 0.3};
    p.nodes.resize(labels.taxonomy().size());
    for (const auto& [name, value] :
         {std::pair{"root", 1.0}, {"a", 0.7}, {"b", 0.3}, {"a1", 0.6}, {"a2", 0.1}, {"b1", 0.3}}) {
      p.nodes[index_of(node(name))] = value;
    }
  }
  NodeId node(std::string_view name) const { return *labels.taxonomy().find(name); }
  std::string name(NodeId n) const { return std::string(labels.taxonomy().name(n)); }
  std::vector<std::string> covering(double coverage) const {
    std::vector<std::string> names;
    for (const NodeId n : map.prediction_set(p, coverage)) names.push_back(name(n));
    return names;
  }
  test::TempFolder folder;
};

TEST_F(Answers, AreAsDeepAsTheConfidenceAllows) {
  EXPECT_EQ(name(deepest_sure_node(map, p, 0.9)), "root");
  EXPECT_EQ(name(deepest_sure_node(map, p, 0.7)), "a");
  EXPECT_EQ(name(deepest_sure_node(map, p, 0.6)), "a1");
  EXPECT_EQ(name(deepest_sure_node(map, p, 0.01)), "a1");  // the more probable of all leaves
}

TEST_F(Answers, ThatCoverHoldTheClassesAboveTheThreshold) {
  using Names = std::vector<std::string>;
  // Nine held-out truths: one tenth of ten is the smallest, 0.05; two tenths 0.2; four tenths 0.4.
  EXPECT_EQ(covering(0.9), Names{"root"});  // all classes
  EXPECT_EQ(covering(0.8), (Names{"a1", "b1"}));
  EXPECT_EQ(covering(0.6), Names{"a1"});
  EXPECT_EQ(covering(0.2), Names());         // no class is so probable
  EXPECT_EQ(covering(0.99), Names{"root"});  // too few held out to say
  p.classes = {0.5, 0.45, 0.05};
  EXPECT_EQ(covering(0.6), Names{"a"});  // both of its children
}

TEST(Covering, ANodeStandsForThreeOfItsChildren) {
  const Taxonomy tree = Taxonomy::parse(
      "r\ta\na\ta1\na\ta2\na\ta3\na\ta4\nr\tb\nb\tb1\nr\tc\nc\tc1\nc\tc2\n", "tree");
  const LabelSpace labels = terminal_label_space(tree);
  const auto name_of = [&](const Covering& covering, double threshold) {
    std::string names;
    for (const NodeId node : covering.nodes(threshold)) names += std::string(tree.name(node)) + " ";
    return names;
  };
  //                             a1   a2   a3   a4    b1   c1   c2
  const std::vector<double> p{0.3, 0.25, 0.2, 0.01, 0.1, 0.09, 0.05};
  const Covering covering(labels, p);
  EXPECT_EQ(name_of(covering, 0.4), "");
  EXPECT_EQ(name_of(covering, 0.25), "a1 a2 ");
  EXPECT_EQ(name_of(covering, 0.2), "a ");
  EXPECT_EQ(name_of(covering, 0.1), "a b1 ");
  EXPECT_EQ(name_of(covering, 0.05), "r ");  // every node stands for itself: all classes
  const auto holds = [&](const char* label) { return covering.holds_up_to(*labels.find(label)); };
  EXPECT_EQ(holds("a1"), 0.3);
  EXPECT_EQ(holds("a4"), 0.2);  // from where on a stands for it
  EXPECT_EQ(holds("c2"), 0.05);
}

// What conformal prediction rests on: a label is held by the set of a threshold exactly up to where
// it says.
TEST(Covering, HoldsALabelUpToItsThreshold) {
  Random random(6);
  for (const Taxonomy& taxonomy : {small_tree(), small_dag(), tree_with_added_nodes()}) {
    const LabelSpace labels = terminal_label_space(taxonomy);
    for (int draw = 0; draw < 30; ++draw) {
      std::vector<double> p(labels.size());
      for (double& one : p) one = random.uniform();
      const Covering covering(labels, p);
      for (std::size_t c = 0; c < labels.size(); ++c) {
        const auto above = taxonomy.ancestor_set(labels.classes()[c]);
        const double limit = covering.holds_up_to(static_cast<ClassId>(c));
        for (const double threshold : {limit, limit + 1e-9}) {
          const auto set = covering.nodes(threshold);
          const bool held = std::any_of(set.begin(), set.end(), [&](NodeId node) {
            return std::find(above.begin(), above.end(), node) != above.end();
          });
          EXPECT_EQ(held, threshold == limit);
        }
      }
    }
  }
}

TEST_F(Answers, HaveTheSmallestExpectedTreeLoss) {
  const std::unique_ptr<Loss> loss = make_loss("tree", labels.taxonomy(), labels.classes());
  Random random(9);
  for (int draw = 0; draw < 50; ++draw) {
    Probabilities q = probabilities(map, {random.normal(), random.normal(), random.normal()});
    Prediction best{ClassId{0}, 1e9};
    for (std::size_t guess = 0; guess < 3; ++guess) {
      double expected = 0;
      for (std::size_t truth = 0; truth < 3; ++truth) {
        expected += q.classes[truth] * (*loss)(labels.classes()[truth], labels.classes()[guess]);
      }
      if (expected < best.score) best = {static_cast<ClassId>(guess), expected};
    }
    const Prediction got = least_tree_loss(map, q);
    EXPECT_EQ(got.label, best.label);
    EXPECT_NEAR(got.score, best.score, 1e-12);
  }
}

TEST_F(Answers, HaveTheSmallestExpectedCost) {
  const auto cheap_wrong = folder.write("cheap.tsv", "*\t1\t1\n");
  const auto dear_wrong = folder.write("dear.tsv", "*\t10\t1\n");
  // Wrong 1, vague 1 a level: a1 0.4, a 0.3 + 0.7, root 2.
  const LeastRiskAnswer cheap = least_risk(map, p, read_answer_costs(cheap_wrong, map));
  EXPECT_EQ(name(cheap.node), "a1");
  EXPECT_NEAR(cheap.risk, 0.4, 1e-12);
  // Wrong 10: a1 4, a 3.7, root 2.
  const LeastRiskAnswer dear = least_risk(map, p, read_answer_costs(dear_wrong, map));
  EXPECT_EQ(name(dear.node), "root");
  EXPECT_NEAR(dear.risk, 2, 1e-12);
  const auto own = folder.write("own.tsv", "*\t10\t1\na\t0\t0.5\n");
  EXPECT_EQ(name(least_risk(map, p, read_answer_costs(own, map)).node), "a");
}

TEST_F(Answers, CostsSayWhereTheyAreWrong) {
  const auto error = [&](const std::string& text, std::string_view part) {
    const auto file = folder.write("costs.tsv", text);
    test::expect_error([&] { read_answer_costs(file, map); }, ErrorKind::input, part);
  };
  error("*\t1\n", ":1: expected node, wrong, vague by tabs, got 2 fields");
  error("*\t1\t1\na3\t1\t1\n", ":2: expected the name of a node, or * for all others, got 'a3'");
  error("*\tx\t1\n", "for the cost of a wrong answer, got 'x'");
  error("*\t1\t-1\n", "for the cost of a vague answer, got '-1'");
  error("a\t1\t1\na\t1\t1\n", ":2: 'a' has a line already");
  error("a\t1\t1\n", "got none for 'root'");
}

TEST_F(SavedModel, KeepsTheCalibration) {
  for (const Taxonomy& taxonomy : {small_tree(), tree_with_added_nodes(), small_dag()}) {
    const LabelSpace labels = terminal_label_space(taxonomy);
    std::size_t deepest = 0;
    for (const NodeId node : labels.classes()) deepest = std::max(deepest, taxonomy.depth(node));
    const Calibration one = exclusive(std::vector<double>(taxonomy.is_tree() ? deepest : 1, 2.5));
    for (const Calibration& calibration : {one, independent(labels, deepest)}) {
      const std::string bytes = saved(model_with(labels, calibration));
      const Model loaded = Model::load(file_);
      ASSERT_NE(loaded.calibration(), nullptr);
      EXPECT_EQ(loaded.calibration()->kind, calibration.kind);
      EXPECT_EQ(loaded.calibration()->folds, 5U);
      EXPECT_EQ(loaded.calibration()->examples, 9U);
      EXPECT_EQ(loaded.calibration()->scales, calibration.scales);
      EXPECT_EQ(loaded.calibration()->levels, calibration.levels);
      EXPECT_EQ(loaded.calibration()->truths, calibration.truths);
      EXPECT_EQ(loaded.calibration()->nodes.size(), calibration.nodes.size());
      EXPECT_EQ(saved(loaded), bytes);
    }
  }
}

TEST_F(SavedModel, ChoicesAreKeptInTheFile) {
  const LabelSpace labels = terminal_label_space(small_tree());
  const Calibration calibration =
      with_choices(exclusive({2.5, 1}), {{2, 0.25, 0.125}, {3, 0, 0.5}});
  const std::string bytes = saved(model_with(labels, calibration));
  EXPECT_EQ(bytes[8], 7);
  const Model loaded = Model::load(file_);
  EXPECT_EQ(loaded.calibration()->choices, calibration.choices);
  EXPECT_EQ(loaded.calibration()->frequencies, calibration.frequencies);
  EXPECT_EQ(saved(loaded), bytes);
  // Without them it is a model of an older format.
  EXPECT_EQ(saved(model_with(labels, exclusive({2.5, 1})))[8], 5);
}

// On trust any number may stand there: it is refused, or gives probabilities.
TEST_F(SavedModel, ADamagedCalibrationGivesNoNonsense) {
  const LabelSpace labels = terminal_label_space(small_tree());
  for (const Calibration& calibration :
       {exclusive({2.5, 1}), independent(labels, 2),
        with_choices(exclusive({2.5, 1}), {{2, 0.25, 0.125}, {3, 0.5, 0.5}})}) {
    const std::string whole = saved(model_with(labels, calibration));
    std::size_t loaded = 0;
    for (std::size_t back = 9; back < 9 + 29 * 8; ++back) {
      for (const int bit : {0x01, 0x40, 0x80}) {
        std::string bytes = whole;
        bytes[bytes.size() - back] = static_cast<char>(bytes[bytes.size() - back] ^ bit);
        write_bytes(bytes);
        const auto load = [&] {
          const ProbabilityMap map(Model::load(file_, true));
          ++loaded;
          expect_coherent(labels.taxonomy(), probabilities(map, {0.5, -1, 2}), false);
        };
        const auto error = test::error_of(load);
        EXPECT_TRUE(!error || error->kind() == ErrorKind::model);
      }
    }
    EXPECT_GT(loaded, 0U);
  }
}

TEST_F(SavedModel, RefusesACalibrationThatCannotBe) {
  const LabelSpace labels = terminal_label_space(small_tree());
  const auto message = [&](const Calibration& calibration) {
    return model_error(saved(model_with(labels, calibration)));
  };
  using testing::HasSubstr;
  EXPECT_THAT(message(exclusive({1, 2, 3})), HasSubstr("is for another taxonomy"));
  EXPECT_THAT(message(independent(labels, 3)), HasSubstr("is for another taxonomy"));
  EXPECT_THAT(message(exclusive({1, -2})), HasSubstr("has a scale that cannot be"));
  EXPECT_THAT(message(exclusive({1, std::nan("")})), HasSubstr("has a number that cannot be"));
  Calibration unsorted = exclusive({1, 2});
  unsorted.truths = {0.5, 0.2};
  EXPECT_THAT(message(unsorted), HasSubstr("has probabilities that cannot be"));
}

}  // namespace
}  // namespace clade::detail

#include "solver/online/online_learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/random.h"
#include "solver/online/minover.h"

namespace clade::detail {
namespace {

// The root 0, its children 1 and 2, and theirs: 3 to 5 and 6 to 8. All nine are classes; the root
// has no unit, node v has unit v - 1.
constexpr std::size_t nodes = 9;
constexpr Decision parent_of[nodes] = {0, 0, 0, 1, 1, 1, 2, 2, 2};

std::vector<Decision> path_to(Decision v) {
  std::vector<Decision> path;
  for (; v != 0; v = parent_of[v]) path.push_back(v);
  std::reverse(path.begin(), path.end());
  return path;
}

double distance(Decision a, Decision b) {
  const auto p = path_to(a), q = path_to(b);
  double edges = 0;
  for (const Decision v : p) edges += std::count(q.begin(), q.end(), v) == 0 ? 1 : 0;
  for (const Decision v : q) edges += std::count(p.begin(), p.end(), v) == 0 ? 1 : 0;
  return edges;
}

struct Distances : LossRows {
  void row(Decision plus, std::span<double> out) const override {
    for (Decision d = 0; d < nodes; ++d) out[d] = distance(plus, d);
  }
  void row(Decision plus, std::span<const Decision> minus, std::span<double> out) const override {
    for (std::size_t k = 0; k < minus.size(); ++k) out[k] = distance(plus, minus[k]);
  }
};

OnlineClasses tree() {
  Csr<Attribute> rows;
  std::vector<Decision> all;
  for (Decision v = 0; v < nodes; ++v) {
    for (const Decision u : path_to(v)) rows.push({UnitId{u - 1}, 1.0});
    rows.end_row();
    all.push_back(v);
  }
  return {ScoreMap(std::move(rows), nodes - 1), std::make_shared<Distances>(), all};
}

constexpr OnlineRules perceptron{RivalRule::highest, StepRule::loss, Averaging::none};
constexpr OnlineRules hieron{RivalRule::predicted, StepRule::hinge, Averaging::none};
constexpr OnlineRules hieron_batch{RivalRule::largest_loss, StepRule::hinge,
                                   Averaging::with_the_start};

using Row = std::vector<BasicFeature<double>>;
struct Example {
  Row row;
  Decision label;
};

// x = sum over the path of c e_u, with c = 4, and noise; weights that give every label a margin of
// more than the root of its distance to any other are known: w^u = e_u / 2, the root's none.
std::vector<Example> separable(std::size_t count, double noise, std::uint64_t seed) {
  Random random(seed);
  std::vector<Example> examples;
  for (std::size_t i = 0; i < count; ++i) {
    const auto label = static_cast<Decision>(1 + random.below(nodes - 1));
    const auto path = path_to(label);
    Example example{{}, label};
    for (std::uint32_t u = 0; u + 1 < nodes; ++u) {
      const bool is_on_path = std::count(path.begin(), path.end(), u + 1) > 0;
      example.row.push_back({u, (is_on_path ? 4 : -4) + noise * (2 * random.uniform() - 1)});
    }
    examples.push_back(std::move(example));
  }
  return examples;
}

constexpr double own_weight = 0.5;  // of the known weights w^u = e_u / 2

OnlineStep observe(OnlineLearner<double>& learner, const Example& example, double weight = 1) {
  const std::vector<Decision> own{example.label};
  return learner.observe(example.row, own, own, weight);
}

double squared_length(const Row& row) {
  double sum = 0;
  for (const auto& f : row) sum += f.value * f.value;
  return sum;
}

// The margin of the known weights: F(y) - F(r) = sum of x_u / 2 over y's side less that over r's.
double known_margin(const Example& example, Decision rival) {
  double margin = 0;
  for (const Decision u : path_to(example.label)) margin += own_weight * example.row[u - 1].value;
  for (const Decision u : path_to(rival)) margin -= own_weight * example.row[u - 1].value;
  return margin;
}

TEST(KnownWeights, MeetTheMarginsThatTheBoundsAskFor) {
  for (const Example& example : separable(200, 0.5, 1)) {
    for (Decision r = 0; r < nodes; ++r) {
      if (r == example.label) continue;
      EXPECT_GE(known_margin(example, r), std::sqrt(distance(example.label, r)));
    }
  }
}

// Thesis Prop. 5: at most (2 Dmax R P / (Dmin gamma))^2 updates, gamma for weights of length 1.
TEST(OnlineLearner, PerceptronKeepsItsMistakeBound) {
  const auto examples = separable(60, 0.5, 2);
  double radius = 0, margin = 1e300;
  for (const Example& example : examples) {
    radius = std::max(radius, std::sqrt(squared_length(example.row)));
    for (Decision r = 0; r < nodes; ++r) {
      if (r != example.label) margin = std::min(margin, known_margin(example, r));
    }
  }
  margin /= own_weight * std::sqrt(static_cast<double>(nodes - 1));
  const double bound = std::pow(2 * 4 * radius * std::sqrt(2.0) / (1 * margin), 2);
  OnlineLearner<double> learner(tree(), perceptron, nodes - 1);
  std::size_t updates = 0, last = 1;
  for (int epoch = 0; epoch < 1000 && last > 0; ++epoch) {
    last = 0;
    for (const Example& example : examples) last += observe(learner, example).size > 0 ? 1U : 0U;
    updates += last;
  }
  EXPECT_EQ(last, 0U) << "no clean epoch";
  EXPECT_GT(updates, 0U);
  EXPECT_LE(static_cast<double>(updates), bound);
}

struct HieronRun {
  double squared_losses = 0, tree_error = 0, radius = 0;
};
HieronRun run_hieron(OnlineLearner<double>& learner, const std::vector<Example>& examples) {
  HieronRun run;
  for (const Example& example : examples) {
    const OnlineStep step = observe(learner, example);
    run.squared_losses += step.hinge * step.hinge;
    run.tree_error += distance(example.label, step.predicted);
    run.radius = std::max(run.radius, std::sqrt(squared_length(example.row)));
  }
  return run;
}

constexpr double largest_distance = 4;
constexpr double known_squared_norm = own_weight * own_weight * (nodes - 1);

// Hieron Thm. 1 and Cor. 1: both sums are at most sum ||omega^v||^2 gamma_max R^2.
TEST(OnlineLearner, HieronKeepsItsLossBounds) {
  const auto examples = separable(500, 0.5, 3);
  OnlineLearner<double> learner(tree(), hieron, nodes - 1);
  const HieronRun run = run_hieron(learner, examples);
  const double bound = known_squared_norm * largest_distance * run.radius * run.radius;
  EXPECT_GT(run.squared_losses, 0);
  EXPECT_LE(run.squared_losses, bound);
  EXPECT_LE(run.tree_error, run.squared_losses) << "gamma is at most the squared loss";
  EXPECT_LE(run.tree_error, bound);
}

// Hieron Thm. 2: the expected tree error of the averaged weights is, with probability 1 - delta, at
// most (L + lambda)/(m+1) + lambda sqrt(2 log(1/delta)/m), lambda = k B^2 R^2 gamma_max.
TEST(OnlineLearner, AveragedHieronKeepsItsRiskBound) {
  const auto training = separable(2000, 3.5, 4), fresh = separable(2000, 3.5, 5);
  OnlineLearner<double> learner(tree(), hieron_batch, nodes - 1);
  const HieronRun run = run_hieron(learner, training);
  const double lambda =
      nodes * own_weight * own_weight * run.radius * run.radius * largest_distance;
  const auto m = static_cast<double>(training.size());
  const double bound =
      (run.squared_losses + lambda) / (m + 1) + lambda * std::sqrt(2 * std::log(1 / 0.05) / m);

  const WeightRows<double> weights = learner.result(nodes - 1);
  const DecisionScores<double> map(tree().map);
  AlignedArray<double> raw(weights.view().stride), scores(map.padded_size());
  double error = 0;
  for (const Example& example : fresh) {
    weights.view().score(example.row, raw.data());
    map(raw.data(), scores.data());
    const auto best = std::max_element(scores.begin(), scores.begin() + nodes) - scores.begin();
    error += distance(example.label, static_cast<Decision>(best));
  }
  EXPECT_LE(error / static_cast<double>(fresh.size()), bound);
}

std::vector<double> weights_of(const WeightRows<double>& weights) {
  std::vector<double> all;
  for (std::size_t j = 0; j < weights.features(); ++j) {
    const auto row = weights.view().row(j);
    all.insert(all.end(), row.begin(), row.end());
  }
  return all;
}

TEST(OnlineLearner, AveragesAreTheMeansOfAllWeights) {
  const auto examples = separable(40, 6, 6);
  for (const Averaging averaging : {Averaging::after_steps, Averaging::with_the_start}) {
    OnlineRules rules = perceptron;
    OnlineLearner<double> last(tree(), rules, nodes - 1);
    rules.averaging = averaging;
    OnlineLearner<double> averaged(tree(), rules, nodes - 1);
    std::vector<double> sum((nodes - 1) * (nodes - 1));
    for (const Example& example : examples) {
      observe(last, example);
      observe(averaged, example);
      const auto now = weights_of(last.result(nodes - 1));
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += now[k];
    }
    const double count = averaging == Averaging::with_the_start ? 41 : 40;
    const auto mean = weights_of(averaged.result(nodes - 1));
    for (std::size_t k = 0; k < sum.size(); ++k) EXPECT_NEAR(mean[k], sum[k] / count, 1e-9);
  }
}

// A learner that goes on where another one ended takes the same steps, and ends with the same
// weights: to the bit where they are the last ones, a mean up to rounding.
TEST(OnlineLearner, GoesOnWhereAnotherEnded) {
  const auto examples = separable(60, 6, 6);
  for (const Averaging averaging :
       {Averaging::none, Averaging::after_steps, Averaging::with_the_start}) {
    OnlineRules rules = hieron_batch;
    rules.averaging = averaging;
    OnlineLearner<double> whole(tree(), rules, nodes - 1), first(tree(), rules, nodes - 1);
    for (const Example& example : examples) observe(whole, example);
    const std::size_t cut = 23;
    for (std::size_t i = 0; i < cut; ++i) observe(first, examples[i]);
    OnlineLearner<double> second(tree(), rules, nodes - 1);
    const WeightRows<double> mean = first.result(nodes - 1);
    second.resume(first.last(nodes - 1), averaging == Averaging::none ? nullptr : &mean, cut);
    EXPECT_EQ(second.steps(), cut);
    for (std::size_t i = cut; i < examples.size(); ++i) observe(second, examples[i]);
    EXPECT_EQ(second.steps(), whole.steps());
    EXPECT_EQ(weights_of(second.last(nodes - 1)), weights_of(whole.last(nodes - 1)));
    const auto expected = weights_of(whole.result(nodes - 1));
    const auto got = weights_of(second.result(nodes - 1));
    for (std::size_t k = 0; k < got.size(); ++k) EXPECT_NEAR(got[k], expected[k], 1e-13);
    if (averaging == Averaging::none) {
      EXPECT_EQ(got, expected);
    } else {
      EXPECT_NE(got, weights_of(second.last(nodes - 1)));
    }
  }
}

TEST(OnlineLearner, RoomForFeaturesCanComeLate) {
  const auto examples = separable(40, 6, 7);
  OnlineLearner<double> early(tree(), hieron_batch, nodes - 1), late(tree(), hieron_batch, 2);
  for (Example example : examples) {
    example.row.resize(late.steps() < 10 ? 2 : nodes - 1);
    observe(early, example);
    late.make_room(example.row.size());
    observe(late, example);
  }
  EXPECT_GE(late.features(), nodes - 1);
  EXPECT_EQ(weights_of(late.result(nodes - 1)), weights_of(early.result(nodes - 1)));
}

TEST(OnlineLearner, LearnsNothingWithoutLabelsOrRivals) {
  const Example example = separable(1, 0, 8).front();
  OnlineLearner<double> learner(tree(), perceptron, nodes - 1);
  std::vector<Decision> all;
  for (Decision v = 0; v < nodes; ++v) all.push_back(v);
  EXPECT_EQ(learner.observe(example.row, {}, {}, 1).size, 0);
  EXPECT_EQ(learner.observe(example.row, all, all, 1).size, 0);
  EXPECT_EQ(
      learner
          .observe(BasicSparseRow<double>(), std::vector<Decision>{3}, std::vector<Decision>{3}, 1)
          .margin,
      0);
  for (const double w : weights_of(learner.result(nodes - 1))) EXPECT_EQ(w, 0);
}

TEST(OnlineLearner, AnExampleWithoutFeaturesIsNoDivisionByZero) {
  OnlineLearner<double> learner(tree(), hieron_batch, nodes - 1);
  const std::vector<Decision> own{3};
  const OnlineStep step = learner.observe(BasicSparseRow<double>(), own, own, 1);
  EXPECT_EQ(step.size, 0);
  EXPECT_GT(step.hinge, 0);
}

TEST(OnlineLearner, TheWeightOfAnExampleMultipliesItsStep) {
  const Example example = separable(1, 0, 9).front();
  OnlineLearner<double> once(tree(), perceptron, nodes - 1), twice(tree(), perceptron, nodes - 1);
  EXPECT_EQ(2 * observe(once, example).size, observe(twice, example, 2).size);
}

TEST(OnlineLearner, NeverGuessesWhatIsNotPredictable) {
  OnlineClasses classes = tree();
  classes.predictable = {3, 4, 5};
  OnlineLearner<double> learner(classes, hieron, nodes - 1);
  for (const Example& example : separable(50, 6, 10)) {
    const OnlineStep step = observe(learner, example);
    EXPECT_GE(step.predicted, 3U);
    EXPECT_LE(step.predicted, 5U);
  }
}

TEST(Minover, EndsWithEveryMarginAboveZero) {
  const auto examples = separable(30, 0.5, 11);
  SparseRows<double> rows;
  std::vector<LabelSet> sets;
  for (const Example& example : examples) {
    for (const auto& f : example.row) rows.push(f);
    rows.end_row();
    sets.push_back({{example.label}, {example.label}});
  }
  std::vector<const LabelSet*> of_example;
  for (const LabelSet& set : sets) of_example.push_back(&set);
  GramRows<double> gram({}, rows, nodes - 1, std::size_t{1} << 20);
  Minover<double> learner(tree(), gram, 0, of_example);
  std::size_t steps = 0;
  while (learner.take_step() && steps < 10000) ++steps;
  EXPECT_GT(steps, 0U);
  EXPECT_LT(steps, 10000U);
  // The scores that were kept up to date are those of the coefficients.
  const DecisionScores<double> map(tree().map);
  AlignedArray<double> raw(learner.coefficients().view().stride), scores(map.padded_size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    std::vector<BasicFeature<double>> kernel;
    for (std::size_t j = 0; j < examples.size(); ++j) {
      kernel.push_back(
          {static_cast<std::uint32_t>(j), inner_product<double>(rows.row(i), rows.row(j))});
    }
    learner.coefficients().view().score(kernel, raw.data());
    map(raw.data(), scores.data());
    EXPECT_NEAR(learner.state(i).margin, scores[examples[i].label] - scores[learner.state(i).rival],
                1e-9);
    EXPECT_GT(learner.state(i).margin, 0);
  }
}

}  // namespace
}  // namespace clade::detail

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

// The root 0 and its children 1 and 2, with units 0 and 1. On so small a tree the bound below says
// something.
struct PairDistances : LossRows {
  static double distance(Decision a, Decision b) { return a == b ? 0 : a * b == 0 ? 1 : 2; }
  void row(Decision plus, std::span<double> out) const override {
    for (Decision d = 0; d < out.size(); ++d) out[d] = distance(plus, d);
  }
  void row(Decision plus, std::span<const Decision> minus, std::span<double> out) const override {
    for (std::size_t k = 0; k < minus.size(); ++k) out[k] = distance(plus, minus[k]);
  }
};
OnlineClasses pair_of_classes() {
  Csr<Attribute> rows;
  rows.end_row();
  for (std::uint32_t unit : {0U, 1U}) {
    rows.push({UnitId{unit}, 1.0});
    rows.end_row();
  }
  return {ScoreMap(std::move(rows), 2), std::make_shared<PairDistances>(), {0, 1, 2}};
}

// w^1 = e_0 and w^2 = -e_0 give every example a margin of at least 1 over the root and 2 over the
// other class; the second feature is noise.
Example draw_of_pair(Random& random) {
  const auto label = static_cast<Decision>(1 + random.below(2));
  const double x = 1 + 0.2 * random.uniform(), noise = 2 * random.uniform() - 1;
  return {{{0, label == 1 ? x : -x}, {1, noise}}, label};
}

// The means over fresh examples of what some weights cost: w[unit][feature].
struct Costs {
  double squared_loss = 0, tree_error = 0;
};
Costs costs_of(const std::vector<std::vector<double>>& w, std::uint64_t seed) {
  Random random(seed);
  Costs costs;
  constexpr int count = 20'000;
  for (int i = 0; i < count; ++i) {
    const Example example = draw_of_pair(random);
    double scores[3] = {0, 0, 0};
    for (std::size_t u = 0; u < 2; ++u) {
      for (const auto& f : example.row) scores[u + 1] += w[u][f.index] * f.value;
    }
    double loss = 0;
    Decision best = 0;
    for (Decision r = 0; r < 3; ++r) {
      if (scores[r] > scores[best]) best = r;
      const double gamma = PairDistances::distance(example.label, r);
      loss = std::max(loss, scores[r] - scores[example.label] + std::sqrt(gamma));
    }
    costs.squared_loss += loss * loss / count;
    costs.tree_error += PairDistances::distance(example.label, best) / count;
  }
  return costs;
}

// Hieron Thm. 2: the expected squared loss of the averaged weights, and so their tree error, is,
// with probability 1 - delta, at most (L + lambda)/(m+1) + lambda sqrt(2 log(1/delta)/m), with
// lambda = k B^2 R^2 gamma_max.
TEST(OnlineLearner, AveragedHieronKeepsItsRiskBound) {
  constexpr double k = 3, B = 1, R2 = 1.2 * 1.2 + 1, gamma_max = 2, m = 200'000, delta = 0.05;
  OnlineLearner<double> learner(pair_of_classes(), hieron_batch, 2);
  Random random(4);
  double squared_losses = 0;
  for (int i = 0; i < static_cast<int>(m); ++i) {
    const OnlineStep step = observe(learner, draw_of_pair(random));
    squared_losses += step.hinge * step.hinge;
  }
  const double lambda = k * B * B * R2 * gamma_max;
  const double bound =
      (squared_losses + lambda) / (m + 1) + lambda * std::sqrt(2 * std::log(1 / delta) / m);

  const WeightRows<double> weights = learner.result(2);
  std::vector<std::vector<double>> w(2, std::vector<double>(2));
  for (std::size_t u = 0; u < 2; ++u) {
    for (std::size_t j = 0; j < 2; ++j) w[u][j] = weights.view().row(j)[u];
  }
  const Costs averaged = costs_of(w, 5);
  EXPECT_LE(averaged.squared_loss, bound);
  EXPECT_LE(averaged.tree_error, averaged.squared_loss);

  // It is no bound that everything keeps: not the weights of the start, nor half of these.
  EXPECT_GT(costs_of({{0, 0}, {0, 0}}, 5).tree_error, bound);
  for (auto& row : w) {
    for (double& weight : row) weight /= 2;
  }
  EXPECT_GT(costs_of(w, 5).squared_loss, bound);
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

// Examples as Minover takes them.
struct MinoverData {
  explicit MinoverData(const std::vector<Example>& examples) {
    for (const Example& example : examples) {
      for (const auto& f : example.row) rows.push(f);
      rows.end_row();
      sets.push_back({{example.label}, {example.label}});
    }
    for (const LabelSet& set : sets) of_example.push_back(&set);
  }
  SparseRows<double> rows;
  std::vector<LabelSet> sets;
  std::vector<const LabelSet*> of_example;
};

// Every step is that of Alg. 7 with c_i Delta in place of Delta, from the definition.
TEST(Minover, TheWeightOfAnExampleMultipliesItsSteps) {
  const auto examples = separable(30, 6, 12);
  const MinoverData data(examples);
  std::vector<double> weights;
  for (std::size_t i = 0; i < examples.size(); ++i)
    weights.push_back(0.5 + static_cast<double>(i % 4));
  GramRows<double> gram({}, data.rows, nodes - 1, std::size_t{1} << 20);
  Minover<double> learner(tree(), gram, 0, data.of_example, weights);
  std::vector<std::vector<double>> w(nodes, std::vector<double>(nodes - 1));  // of each node
  const auto score = [&](const Example& example, Decision v) {
    double sum = 0;
    for (const Decision u : path_to(v)) {
      for (const auto& f : example.row) sum += w[u][f.index] * f.value;
    }
    return sum;
  };
  for (int step = 0; step < 40; ++step) {
    std::size_t worst = 0;
    Decision rival = 0;
    double smallest = 1e300;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      for (Decision r = 0; r < nodes; ++r) {
        if (r == examples[i].label) continue;
        const double margin = score(examples[i], examples[i].label) - score(examples[i], r);
        if (margin < smallest - 1e-9) {
          smallest = margin;
          worst = i;
          rival = r;
        }
      }
    }
    const auto taken = learner.take_step();
    if (smallest > 0) {
      EXPECT_FALSE(taken);
      break;
    }
    ASSERT_TRUE(taken);
    ASSERT_EQ(taken->instance, worst) << step;
    ASSERT_EQ(taken->step.rival, rival) << step;
    const double size = weights[worst] * distance(examples[worst].label, rival);
    ASSERT_DOUBLE_EQ(taken->step.size, size) << step;
    for (const auto& f : examples[worst].row) {
      for (const Decision u : path_to(examples[worst].label)) w[u][f.index] += size * f.value;
      for (const Decision u : path_to(rival)) w[u][f.index] -= size * f.value;
    }
  }
}

TEST(Minover, AnExampleWithoutWeightAsksForNothing) {
  const MinoverData data(separable(4, 0.5, 13));
  const std::vector<double> weights(4, 0.0);
  GramRows<double> gram({}, data.rows, nodes - 1, std::size_t{1} << 20);
  EXPECT_FALSE(Minover<double>(tree(), gram, 0, data.of_example, weights).take_step());
}

TEST(Minover, EndsWithEveryMarginAboveZero) {
  const auto examples = separable(30, 0.5, 11);
  const MinoverData data(examples);
  const SparseRows<double>& rows = data.rows;
  GramRows<double> gram({}, rows, nodes - 1, std::size_t{1} << 20);
  Minover<double> learner(tree(), gram, 0, data.of_example);
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

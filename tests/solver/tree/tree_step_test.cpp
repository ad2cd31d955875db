#include "solver/tree/tree_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "solver/ascent/shared_slack_step.h"
#include "solver/problem/class_gram.h"
#include "tests/solver/tree/random_tree.h"

namespace clade::detail {
namespace {

// One instance with some dual variables and random raw scores.
template <class Real>
struct Block {
  Block(std::uint64_t seed, const test::TreeOptions& options)
      : problem(test::random_tree_problem<Real>(seed, options)), tables(problem) {
    Random random(seed + 1000);
    raw = AlignedArray<Real>(problem.score_map.units());
    for (Real& r : raw) r = static_cast<Real>(0.7 * random.normal());
    squared_length = std::exp(4 * (random.uniform() - 0.5));
    plus = problem.constraints.blocks(0)[0].plus;
    const auto left_out = problem.constraints.left_out(0);
    double room = 0.95 * problem.C[0];
    for (std::size_t c = 0; c < options.classes; ++c) {
      const auto minus = static_cast<Decision>(c);
      if (std::find(left_out.begin(), left_out.end(), minus) != left_out.end()) continue;
      if (minus == plus || random.uniform() < 0.7) continue;
      const auto beta = static_cast<double>(static_cast<Real>(0.5 * room * random.uniform()));
      room -= beta;
      duals.push_back({plus, minus, scale(minus), beta});
    }
  }

  double scale(Decision minus) {
    ScaleScratch<Real> scratch(problem.constraints.decisions());
    const Real* row = tables.scan.scales().row(plus, scratch);
    return row == nullptr ? 1 : static_cast<double>(row[minus]);
  }
  Slack slack() const { return {problem.C[0], problem.slack_power}; }
  double score(Decision d) const {
    double sum = 0;
    for (const Attribute& a : problem.score_map.of(d)) {
      sum += a.strength * static_cast<double>(raw[index_of(a.unit)]);
    }
    return sum;
  }

  // The block's dual objective, but for a constant, at other variables.
  double objective(const std::vector<DualVariable>& at) const {
    std::map<Decision, double> moved;
    double linear = 0, mass = 0;
    const auto add = [&](const std::vector<DualVariable>& variables, double sign) {
      for (const DualVariable& v : variables) {
        linear += sign * v.scale * v.beta * (1 - score(plus) + score(v.minus));
        moved[plus] += sign * v.scale * v.beta;
        moved[v.minus] -= sign * v.scale * v.beta;
      }
    };
    add(at, 1);
    add(duals, -1);
    for (const DualVariable& v : at) mass += v.beta;
    double bend = 0;
    for (const auto& [a, of_a] : moved) {
      for (const auto& [b, of_b] : moved) bend += of_a * of_b * problem.score_map.gram(a, b);
    }
    return linear - 0.5 * squared_length * bend - slack().dual_term(mass);
  }

  // The same block by steps between pairs of all variables.
  std::vector<DualVariable> by_pairs() {
    SharedSlackStep<Real> step;
    const auto gradient = [&](const DualVariable& v) {
      return v.scale * (1 - score(plus) + score(v.minus));
    };
    for (const DualVariable& v : duals) step.add(v, gradient(v));
    problem.constraints.for_each_rival(0, problem.constraints.blocks(0)[0], [&](Decision minus) {
      if (minus == plus) return;
      for (const DualVariable& v : duals) {
        if (v.minus == minus) return;
      }
      const DualVariable v{plus, minus, scale(minus), 0};
      step.add(v, gradient(v));
    });
    step.ascend(tables.gram, squared_length, slack(), 1e-13);
    std::vector<DualVariable> result;
    for (const DualVariable& v : step.variables) {
      if (v.beta > 0) result.push_back(v);
    }
    return result;
  }

  Problem<Real> problem;
  ProblemTables<Real> tables;
  AlignedArray<Real> raw;
  double squared_length = 1;
  Decision plus = 0;
  std::vector<DualVariable> duals;
};

template <class Real>
void expect_best(std::uint64_t seed, const test::TreeOptions& options, double tolerance) {
  SCOPED_TRACE(seed);
  Block<Real> block(seed, options);
  const auto tree = TreeTables<Real>::make(block.tables);
  ASSERT_NE(tree, nullptr);
  TreeStep<Real> step(*tree);
  const std::vector<Real> raw_before(block.raw.begin(), block.raw.end());
  step.load(block.duals);
  const auto seen =
      step.look(block.plus, block.problem.constraints.left_out(0), block.slack(), block.raw.data());
  EXPECT_TRUE(std::equal(raw_before.begin(), raw_before.end(), block.raw.begin()));
  EXPECT_GE(seen.gap, -tolerance);

  std::vector<DualVariable> found = block.duals;
  UnitChange<Real> change(block.problem.score_map.units());
  ASSERT_TRUE(step.solve(block.squared_length, block.problem.score_map, found, change));
  double mass = 0;
  for (const DualVariable& v : found) {
    EXPECT_GT(v.beta, 0);
    mass += v.beta;
  }
  if (options.slack_power == 1) {
    EXPECT_LE(mass, block.slack().C);
  }

  Block<double> exact(seed, options);
  exact.duals = block.duals;
  exact.squared_length = block.squared_length;
  for (std::size_t u = 0; u < exact.raw.size(); ++u) {
    exact.raw[u] = static_cast<double>(block.raw[u]);
  }
  const double best = exact.objective(exact.by_pairs());
  EXPECT_NEAR(exact.objective(found), best, tolerance * (1 + std::abs(best)));

  // The change is that of the variables.
  std::vector<double> units(block.problem.score_map.units());
  const auto add = [&](const std::vector<DualVariable>& variables, double sign) {
    for (const DualVariable& v : variables) {
      for (const Attribute& a : block.problem.score_map.of(v.plus)) {
        units[index_of(a.unit)] += sign * v.scale * v.beta * a.strength;
      }
      for (const Attribute& a : block.problem.score_map.of(v.minus)) {
        units[index_of(a.unit)] -= sign * v.scale * v.beta * a.strength;
      }
    }
  };
  add(found, 1);
  add(block.duals, -1);
  for (std::size_t u = 0; u < units.size(); ++u) EXPECT_NEAR(change[u], units[u], 1e-12);
}

template <class Real>
void expect_best_for_many(double tolerance, test::TreeOptions options) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    options.depth = seed % 5;
    options.classes = 3 + seed;
    options.slack_power = 1 + static_cast<int>(seed / 5 % 2);
    options.C = std::exp(static_cast<double>(seed % 9) - 4);
    if (options.depth == 0) options.is_uneven = false;
    expect_best<Real>(seed, options, tolerance);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(TreeStep, FindsTheBestBlockOfATree) {
  expect_best_for_many<double>(1e-10, {});
  expect_best_for_many<double>(1e-10, {.has_losses = false});
}

TEST(TreeStep, FindsTheBestBlockOfAnUnevenTree) {
  expect_best_for_many<double>(1e-10, {.is_uneven = true});
  expect_best_for_many<double>(1e-10, {.is_uneven = true, .has_losses = false});
}

TEST(TreeStep, IsNearlyAsGoodInSinglePrecision) {
  expect_best_for_many<float>(2e-5, {});
  expect_best_for_many<float>(2e-5, {.is_uneven = true});
}

TEST(TreeStep, ChangesNothingWhereRoundsDoNotSuffice) {
  Block<double> block(4, {.classes = 40});
  const auto tree = TreeTables<double>::make(block.tables);
  ASSERT_NE(tree, nullptr);
  TreeStep<double> step(*tree);
  step.load(block.duals);
  step.look(block.plus, block.problem.constraints.left_out(0), block.slack(), block.raw.data());
  std::vector<DualVariable> duals = block.duals;
  UnitChange<double> change(block.problem.score_map.units());
  EXPECT_FALSE(step.solve(block.squared_length, block.problem.score_map, duals, change, 0));
  EXPECT_TRUE(change.empty());
  EXPECT_EQ(duals.size(), block.duals.size());
  // The same step with rounds.
  EXPECT_TRUE(step.solve(block.squared_length, block.problem.score_map, duals, change));
  EXPECT_FALSE(change.empty());
}

// Weights do not matter: the whole price is paid, for the rival of the largest loss.
TEST(TreeStep, KnowsTheVariablesOfARowWithoutFeatures) {
  for (const int power : {1, 2}) {
    Block<double> block(5, {.slack_power = power});
    std::fill(block.raw.begin(), block.raw.end(), 0.0);
    const auto tree = TreeTables<double>::make(block.tables);
    TreeStep<double> step(*tree);
    const auto look = [&](const std::vector<DualVariable>& duals) {
      step.load(duals);
      return step.look(block.plus, block.problem.constraints.left_out(0), block.slack(),
                       block.raw.data());
    };
    EXPECT_GT(look(block.duals).gap, 1e-3);
    std::vector<DualVariable> duals = block.duals;
    UnitChange<double> change(block.problem.score_map.units());
    step.solve(0, block.problem.score_map, duals, change);
    ASSERT_EQ(duals.size(), 1u);
    EXPECT_NEAR(look(duals).gap, 0, 1e-12);
  }
}

}  // namespace
}  // namespace clade::detail

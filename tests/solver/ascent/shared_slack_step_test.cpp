#include "solver/ascent/shared_slack_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "clade/error.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

constexpr double squared_length = 1.7;

struct Block {
  ScoreMap map;
  std::vector<DualVariable> variables;
  std::vector<double> gradient;

  void ascend(double length, Slack slack, double tolerance) {
    const ClassGram gram(map);
    SharedSlackStep<double> step;
    for (std::size_t c = 0; c < variables.size(); ++c) step.add(variables[c], gradient[c]);
    step.ascend(gram, length, slack, tolerance);
    variables = step.variables;
  }
};

Block random_block(std::uint64_t seed, std::size_t variables) {
  Random random(seed);
  test::Shape shape;
  shape.decisions = variables + 1;
  Block block{test::random_score_map(random, shape), {}, {}};
  for (std::size_t c = 0; c < variables; ++c) {
    block.variables.push_back({0, static_cast<Decision>(c + 1), 0.5 + random.uniform(), 0});
    block.gradient.push_back(random.normal());
  }
  return block;
}

// The block's dual objective at beta, from a gradient taken at zero.
double objective(const Block& block, const std::vector<double>& gradient_at_zero, Slack slack) {
  const ClassGram gram(block.map);
  double value = 0, mass = 0;
  const auto& v = block.variables;
  for (std::size_t a = 0; a < v.size(); ++a) {
    value += gradient_at_zero[a] * v[a].beta;
    mass += v[a].beta;
    for (std::size_t b = 0; b < v.size(); ++b) {
      value -= 0.5 * squared_length * v[a].scale * v[b].scale * v[a].beta * v[b].beta *
               gram.between(v[a].plus, v[a].minus, v[b].plus, v[b].minus);
    }
  }
  return value - slack.dual_term(mass);
}

class SharedSlack : public testing::TestWithParam<Slack> {};

TEST_P(SharedSlack, ReachesTheBlocksOptimum) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Block block = random_block(seed, 5);
    const std::vector<double> start = block.gradient;
    block.ascend(squared_length, GetParam(), 1e-10);
    const double best = objective(block, start, GetParam());
    EXPECT_GE(best, 0);
    // No small feasible move along one variable, or between two, does better.
    double mass = 0;
    for (const auto& v : block.variables) mass += v.beta;
    for (std::size_t a = 0; a < 5; ++a) {
      for (std::size_t b = 0; b < 6; ++b) {
        Block moved = block;
        const double amount = 1e-4;
        if (b < 5 && b != a && moved.variables[b].beta < amount) continue;
        if (b == 5 && GetParam().left(mass) < amount) continue;
        if (b == a) continue;
        moved.variables[a].beta += amount;
        if (b < 5) moved.variables[b].beta -= amount;
        EXPECT_LE(objective(moved, start, GetParam()), best + 1e-9);
      }
    }
  }
}

TEST_P(SharedSlack, KeepsTheMassWithinItsBox) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Block block = random_block(seed, 7);
    block.ascend(squared_length, GetParam(), 1e-6);
    double mass = 0;
    for (const auto& v : block.variables) {
      EXPECT_GE(v.beta, 0);
      mass += v.beta;
    }
    if (!GetParam().unbounded()) {
      EXPECT_LE(mass, GetParam().C * (1 + 1e-12));
    }
  }
}

// Flat classes of equal loss take the exact road; the same block through pairs of variables must
// end at the same place.
TEST_P(SharedSlack, FlatBlocksAgreeWithStepsBetweenPairs) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const std::size_t size = 1 + seed;
    const ScoreMap flat = ScoreMap::identity(size + 1);
    Csr<Attribute> rows;  // the same, hidden: every class of strength -1
    for (std::uint32_t d = 0; d <= size; ++d) {
      rows.push({UnitId{d}, -1.0});
      rows.end_row();
    }
    const ScoreMap hidden(std::move(rows), size + 1);
    SharedSlackStep<double> exact, pairs;
    double left = GetParam().unbounded() ? 1 : GetParam().C;
    for (std::size_t c = 0; c < size; ++c) {
      const double beta = random.uniform() < 0.5 ? 0 : 0.5 * left * random.uniform();
      left -= beta;
      const DualVariable v{0, static_cast<Decision>(c + 1), 1.3, beta};
      const double gradient = random.normal();
      exact.add(v, gradient);
      pairs.add(v, gradient);
    }
    exact.ascend(ClassGram(flat), squared_length, GetParam(), 1e-12);
    pairs.ascend(ClassGram(hidden), squared_length, GetParam(), 1e-12);
    for (std::size_t c = 0; c < size; ++c) {
      EXPECT_NEAR(exact.variables[c].beta, pairs.variables[c].beta, 1e-6) << seed << " " << c;
    }
  }
}

// A value that lies at the threshold but for rounding must not send the search in circles: with it
// the threshold is just above, without it just below.
TEST_P(SharedSlack, FlatBlocksSettleWhereAValueIsAtTheThreshold) {
  Random random(3);
  const ScoreMap flat = ScoreMap::identity(13);
  const ClassGram gram(flat);
  for (int round = 0; round < 20000; ++round) {
    const std::size_t size = 1 + random.below(11);
    const double h = 0.3 + random.uniform();
    const double bend = h / (h + GetParam().curvature());
    double sum = 0;
    SharedSlackStep<double> step;
    for (std::size_t c = 0; c < size; ++c) {
      const double gradient = 1 + 0.1 * random.uniform();
      sum += gradient;
      step.add({0, static_cast<Decision>(c + 1), 1, 0}, gradient);
    }
    const auto count = static_cast<double>(size);
    double threshold = sum / (count + bend);
    if (!GetParam().unbounded() && sum - count * threshold > h * GetParam().C) {
      threshold = (sum - h * GetParam().C) / count;
    }
    for (std::uint64_t k = random.below(4); k > 0; --k) threshold = std::nextafter(threshold, 2.0);
    step.add({0, 12, 1, 0}, threshold);
    step.ascend(gram, h, GetParam(), 0);
    EXPECT_NEAR(step.variables.back().beta, 0, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SharedSlack,
                         testing::Values(Slack{0.2, 1}, Slack{100, 1}, Slack{0.5, 2},
                                         Slack{std::numeric_limits<double>::infinity(), 1}));

TEST(SharedSlackStep, GivesAllMassToTheLargestGradientOfARowWithoutFeatures) {
  Block block = random_block(1, 3);
  block.gradient = {0.5, 2.0, 1.0};
  block.ascend(0, Slack{3, 1}, 1e-9);
  EXPECT_EQ(block.variables[0].beta, 0);
  EXPECT_EQ(block.variables[1].beta, 3);
  EXPECT_EQ(block.variables[2].beta, 0);
}

TEST(SharedSlackStep, RefusesAHardMarginOnARowWithoutFeatures) {
  Block block = random_block(1, 3);
  block.gradient = {1.0, 1.0, 1.0};
  const Slack hard{std::numeric_limits<double>::infinity(), 1};
  EXPECT_THROW(block.ascend(0, hard, 1e-9), Error);
}

}  // namespace
}  // namespace clade::detail

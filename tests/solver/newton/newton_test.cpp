#include "solver/newton/newton.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "solver/backend/linear_backend.h"
#include "tests/solver/newton/forest_problem.h"

namespace clade::detail {
namespace {

using test::ForestShape;
using test::Strengths;

constexpr double no_goal = 0;

bool goes_on() { return false; }

// A problem with all that Newton's method keeps references to.
struct Fixture {
  explicit Fixture(const ForestShape& shape, std::uint64_t seed = 5, unsigned threads = 1)
      : problem(test::forest_problem<double>(seed, shape)),
        binary(problem),
        forest(*ScoreForest::find(problem.score_map)),
        pool(threads) {}

  std::size_t weights() const { return problem.score_map.units() * binary.width(); }
  AlignedArray<double> anchor() const {
    AlignedArray<double> anchor(weights());
    if (problem.anchor == nullptr) return anchor;
    for (std::size_t j = 0; j < problem.features; ++j) {
      for (std::size_t u = 0; u < problem.score_map.units(); ++u) {
        anchor[u * binary.width() + j] = problem.anchor->view().row(j)[u];
      }
    }
    return anchor;
  }
  // Where nothing is padding.
  bool is_weight(std::size_t k) const { return k % binary.width() < problem.features; }
  AlignedArray<double> random_weights() const {
    Random random(11);
    AlignedArray<double> start(weights());
    for (std::size_t k = 0; k < start.size(); ++k) {
      if (is_weight(k)) start[k] = 0.5 * random.normal();
    }
    return start;
  }
  Newton at(AlignedArray<double> start) {
    return Newton(binary, problem.score_map, forest, anchor(), std::move(start), pool);
  }

  Problem<double> problem;
  BinaryProblem binary;
  ScoreForest forest;
  ThreadPool pool;
};

AlignedArray<double> copy_of(const AlignedArray<double>& from) {
  AlignedArray<double> copy(from.size());
  std::copy(from.begin(), from.end(), copy.begin());
  return copy;
}

std::vector<ForestShape> shapes() {
  std::vector<ForestShape> all;
  for (const auto strengths :
       {Strengths::equal, Strengths::by_node, Strengths::own_node, Strengths::by_depth}) {
    for (std::size_t depth = 1; depth <= 4; ++depth) {
      all.push_back({depth, strengths});
      all.back().leaves_out = depth % 2 == 0;
      all.back().with_anchor = depth > 2;
    }
  }
  return all;
}

TEST(Newton, HasTheGradientOfItsObjective) {
  for (const ForestShape& shape : shapes()) {
    Fixture fixture(shape);
    const AlignedArray<double> start = fixture.random_weights();
    const AlignedArray<double> gradient = fixture.at(copy_of(start)).gradient(0.7);
    for (std::size_t k = 0; k < start.size(); k += 3) {
      if (!fixture.is_weight(k)) continue;
      constexpr double h = 1e-5;
      AlignedArray<double> more = copy_of(start), less = copy_of(start);
      more[k] += h;
      less[k] -= h;
      const double rise = fixture.at(std::move(more)).bounds(0.7).primal -
                          fixture.at(std::move(less)).bounds(0.7).primal;
      EXPECT_NEAR(rise / (2 * h), gradient[k], 1e-4);
    }
  }
}

// w - w(beta) with beta = 2 C xi, added up constraint by constraint.
TEST(Newton, HasTheGapOfItsSlacks) {
  for (const ForestShape& shape : shapes()) {
    Fixture fixture(shape);
    const Newton newton = fixture.at(fixture.random_weights());
    const Problem<double>& problem = fixture.problem;
    AlignedArray<double> w = fixture.anchor();
    double dual = 0;
    std::uint64_t active = 0;
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      for (std::size_t c = 0; c < problem.score_map.decisions(); ++c) {
        const auto t = static_cast<double>(fixture.binary.targets(c)[i]);
        if (t == 0) continue;
        const double beta = 2 * problem.C[i] * newton.slack(c, i);
        active += beta > 0 ? 1 : 0;
        dual += beta - beta * beta / (4 * problem.C[i]);
        for (const Attribute& a : problem.score_map.of(c)) {
          for (const auto& x : problem.rows.row(i)) {
            w[index_of(a.unit) * fixture.binary.width() + x.index] +=
                t * beta * a.strength * x.value;
          }
        }
      }
    }
    const AlignedArray<double> anchor = fixture.anchor();
    for (std::size_t k = 0; k < w.size(); ++k) dual -= 0.5 * (w[k] * w[k] - anchor[k] * anchor[k]);
    const Newton::Bounds bounds = newton.bounds();
    EXPECT_NEAR(bounds.primal - dual, bounds.gap, 1e-9 * (1 + std::abs(dual) + bounds.gap));
    EXPECT_EQ(newton.active_pairs(), active);

    // The dual value of t beta, from its values at 1 and at 0, which is 0, and its bend.
    double bend = 0, length = 0;
    for (std::size_t k = 0; k < w.size(); ++k) length += (w[k] - anchor[k]) * (w[k] - anchor[k]);
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      for (std::size_t c = 0; c < problem.score_map.decisions(); ++c) {
        if (fixture.binary.targets(c)[i] != 0) {
          bend += 2 * problem.C[i] * std::pow(newton.slack(c, i), 2);
        }
      }
    }
    bend += length;
    const double slope = dual + 0.5 * bend;
    const Newton::Multiple best = newton.best_multiple();
    EXPECT_NEAR(best.t, std::max(0.0, slope / bend), 1e-9);
    EXPECT_NEAR(best.dual, slope > 0 ? 0.5 * slope * slope / bend : 0, 1e-9 * bounds.primal);
  }
}

// A step solves with the Hessian: where no constraint changes sides on the way, it ends at the
// minimum. With all slacks active that is the next step from anywhere.
TEST(Newton, ReachesTheMinimumInOneStepWhereAllConstraintsStayActive) {
  for (ForestShape shape : shapes()) {
    shape.C = 1e-4;
    shape.with_anchor = false;
    Fixture fixture(shape);
    Newton newton = fixture.at(AlignedArray<double>(fixture.weights()));
    ASSERT_TRUE(newton.step(1, no_goal, goes_on));
    const Newton::Bounds bounds = newton.bounds();
    EXPECT_LT(bounds.gap, 1e-20 * bounds.primal);
  }
}

TEST(Newton, ConvergesInAFewSteps) {
  for (ForestShape shape : shapes()) {
    shape.C = 10;
    Fixture fixture(shape);
    Newton newton = fixture.at(AlignedArray<double>(fixture.weights()));
    double primal = newton.bounds().primal;
    int steps = 0;
    for (; steps < 60 && newton.bounds().gap > 1e-12 * primal; ++steps) {
      ASSERT_TRUE(newton.step(1, 1e-12 * primal, goes_on));
      EXPECT_LE(newton.bounds().primal, primal * (1 + 1e-14));
      primal = newton.bounds().primal;
    }
    EXPECT_LT(steps, 40);
  }
}

TEST(Newton, DoesNothingWhereTreesAreCloseEnough) {
  Fixture fixture({3});
  Newton newton = fixture.at(fixture.random_weights());
  const AlignedArray<double> before = copy_of(newton.weights());
  ASSERT_TRUE(newton.step(1, 1e12, goes_on));
  EXPECT_TRUE(std::equal(before.begin(), before.end(), newton.weights().begin()));
}

TEST(Newton, LeavesTheWeightsWhereItIsAskedToStop) {
  Fixture fixture({3});
  Newton newton = fixture.at(fixture.random_weights());
  const AlignedArray<double> before = copy_of(newton.weights());
  int questions = 0;
  for (int last = 0; last < 3; ++last) {
    questions = 0;
    EXPECT_FALSE(newton.step(1, no_goal, [&] { return questions++ == last; }));
    EXPECT_TRUE(std::equal(before.begin(), before.end(), newton.weights().begin()));
  }
  EXPECT_TRUE(newton.step(1, no_goal, goes_on));
}

TEST(Newton, HasTheSameBytesOnAnyNumberOfThreads) {
  for (const ForestShape& shape : shapes()) {
    std::vector<AlignedArray<double>> found;
    for (const unsigned threads : {1U, 2U, 5U}) {
      Fixture fixture(shape, 5, threads);
      Newton newton = fixture.at(fixture.random_weights());
      for (int k = 0; k < 4; ++k) ASSERT_TRUE(newton.step(1, no_goal, goes_on));
      found.push_back(copy_of(newton.weights()));
    }
    for (const auto& other : found) {
      EXPECT_TRUE(std::equal(other.begin(), other.end(), found[0].begin()));
    }
  }
}

}  // namespace
}  // namespace clade::detail

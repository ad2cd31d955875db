#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/ascent/beam_selection.h"
#include "tests/solver/random_problem.h"
#include "tests/solver/tree_problem.h"

namespace clade::detail {
namespace {

using test::Shape;
using test::tree_problem;

struct Silent : Reporter {};

struct Solved {
  SolverResult result;
  WeightRows<float> weights;  // in the units of the problem as it was given
};

// With rows for a few features only, so that both kinds are in use.
Solved solve_large(Problem<float> problem, double tolerance, unsigned threads = 1) {
  const DecisionGroups groups(problem.score_map);
  const std::size_t units = problem.score_map.units();
  problem.score_map = groups.map();
  ThreadPool pool(threads);
  Silent reporter;
  TrainContext context{reporter, pool, 1};
  SolverParams params;
  params.tolerance = tolerance;
  const std::size_t row = (problem.score_map.units() + 63) / 64 * 64 * sizeof(float);
  HybridBackend backend(problem, groups, pool, 5 * row);
  Solved solved{Ascent<HybridBackend>(problem, backend, params, context).run(),
                WeightRows<float>(problem.features, units)};
  const HybridWeightsView view(backend.weights(), groups.number_of_unit());
  for (std::size_t j = 0; j < problem.features; ++j) {
    view.for_each_nonzero(j,
                          [&](std::size_t u, float weight) { solved.weights.row(j)[u] = weight; });
  }
  return solved;
}

SolverResult solve_small(Problem<float> problem, double tolerance) {
  ThreadPool pool(1);
  Silent reporter;
  TrainContext context{reporter, pool, 1};
  SolverParams params;
  params.tolerance = tolerance;
  LinearBackend<float> backend(problem);
  return Ascent<LinearBackend<float>>(problem, backend, params, context).run();
}

// Both bounds must be those of the formulas, and the optimum that of the other solver.
void expect_solved(const Problem<float>& problem) {
  constexpr double tolerance = 1e-3;
  const Solved large = solve_large(problem, tolerance);
  const Certificate& found = large.result.certificate;
  EXPECT_EQ(large.result.stopped, Stop::tolerance);
  EXPECT_LE(found.relative_gap, tolerance);
  const test::Objectives exact = test::objectives(problem, large.weights, large.result.duals);
  EXPECT_NEAR(found.primal, exact.primal, 1e-4 * exact.primal);
  EXPECT_NEAR(found.dual, exact.dual, 1e-4 * exact.primal);
  const Certificate small = solve_small(problem, tolerance).certificate;
  EXPECT_LE(found.lower_bound, small.primal * (1 + 1e-6));
  EXPECT_LE(small.lower_bound, found.primal * (1 + 1e-6));
}

TEST(BatchVisits, FindsTheOptimumOfATreeThroughPromisingClasses) {
  const Problem<float> problem = tree_problem(200, 3, 150, 1);
  ASSERT_TRUE(BeamSelection::should_use(problem, DecisionGroups(problem.score_map)));
  expect_solved(problem);
}

// A node with one child: both units are the class's own.
TEST(BatchVisits, FindsTheOptimumWhereNodesHaveOneChild) {
  expect_solved(tree_problem(40, 1, 120, 1));
  expect_solved(tree_problem(40, 1, 120, 2));
}

TEST(BatchVisits, TakesSquaredSlacks) { expect_solved(tree_problem(200, 3, 120, 2)); }

TEST(BatchVisits, SelectsFromAllClassesWhereThereAreFewGroups) {
  const Problem<float> problem = tree_problem(6, 4, 120, 1);
  ASSERT_FALSE(BeamSelection::should_use(problem, DecisionGroups(problem.score_map)));
  expect_solved(problem);
}

TEST(BatchVisits, TakesAnyScoreMapAndSeveralLabels) {
  for (const int power : {1, 2}) {
    Shape shape;
    shape.instances = 80;
    shape.slack_power = power;
    expect_solved(test::random_problem<float>(7, shape));
  }
}

TEST(BatchVisits, TakesFlatProblems) {
  Shape shape;
  shape.instances = 80;
  shape.flat = true;
  expect_solved(test::random_problem<float>(8, shape));
}

TEST(BatchVisits, IsTheSameForAnyNumberOfThreads) {
  const Problem<float> problem = tree_problem(200, 3, 250, 1);
  const Solved one = solve_large(problem, 1e-2, 1), three = solve_large(problem, 1e-2, 3);
  EXPECT_EQ(one.result.certificate.primal, three.result.certificate.primal);
  for (std::size_t j = 0; j < problem.features; ++j) {
    const auto a = one.weights.view().row(j), b = three.weights.view().row(j);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << j;
  }
}

TEST(BatchVisits, IsForLargeProblemsWithOneSlackEach) {
  Problem<float> problem = tree_problem(6, 4, 20, 1);
  EXPECT_FALSE(HybridBackend::should_use(problem));
  problem.features = 100'000'000;
  EXPECT_TRUE(HybridBackend::should_use(problem));
  problem.constant = 1;
  EXPECT_FALSE(HybridBackend::should_use(problem));
  problem.constant = 0;
  problem.groups = SlackGroups::constraint;
  EXPECT_FALSE(HybridBackend::should_use(problem));
  problem.groups = SlackGroups::instance;
  problem.C[3] = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(HybridBackend::should_use(problem));
}

}  // namespace
}  // namespace clade::detail

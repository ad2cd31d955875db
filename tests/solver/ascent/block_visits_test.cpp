#include "solver/ascent/block_visits.h"

#include <gtest/gtest.h>

#include "base/threads.h"
#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/linear_backend.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

// Long rows and many units: visits run in blocks.
test::Shape large_shape() {
  test::Shape shape;
  shape.instances = 100;
  shape.decisions = 1200;
  shape.units = 1200;
  shape.features = 500;
  return shape;
}

// Every class its own unit and one shared by a hundred: a shallow tree.
template <class Real>
Problem<Real> large_problem(SlackGroups groups) {
  test::Shape shape = large_shape();
  shape.groups = groups;
  shape.binary = groups == SlackGroups::constraint;
  shape.C = 0.1;
  Problem<Real> problem = test::random_problem<Real>(5, shape);
  Csr<Attribute> rows;
  for (std::uint32_t d = 0; d < shape.decisions; ++d) {
    rows.push({UnitId{d / 100}, 0.7});
    rows.push({UnitId{12 + d}, 0.7});
    rows.end_row();
  }
  problem.score_map = ScoreMap(std::move(rows), 12 + shape.decisions);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    for (auto& f : problem.rows.mutable_row(i))
      f.value *= static_cast<Real>(0.05);  // about unit length
  }
  return problem;
}

struct Solved {
  SolverResult result;
  WeightRows<float> weights;
};

// Own slacks, a hundred thousand of them, converge slowly.
double tolerance_for(const Problem<float>& problem) {
  return problem.groups == SlackGroups::instance ? 1e-3 : 0.1;
}

Solved solve(Problem<float> problem, unsigned threads) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 3};
  LinearBackend<float> backend(problem);
  SolverParams params;
  params.tolerance = tolerance_for(problem);
  SolverResult result = Ascent<LinearBackend<float>>(problem, backend, params, context).run();
  return {std::move(result), backend.take()};
}

class InBlocks : public testing::TestWithParam<SlackGroups> {};

TEST_P(InBlocks, ReachTheCertifiedGap) {
  const auto problem = large_problem<float>(GetParam());
  ASSERT_TRUE(BlockVisits<LinearBackend<float>>::should_use(problem));
  const Solved solved = solve(problem, 2);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  const auto expected = test::objectives(problem, solved.weights, solved.result.duals);
  EXPECT_NEAR(solved.result.certificate.primal, expected.primal, 1e-4 * expected.primal);
  EXPECT_NEAR(solved.result.certificate.dual, expected.dual, 1e-4 * expected.primal);
  EXPECT_LE(expected.primal - expected.dual, 1.1 * tolerance_for(problem) * expected.primal);
}

TEST_P(InBlocks, GiveTheSameBitsOnAnyNumberOfThreads) {
  const auto problem = large_problem<float>(GetParam());
  const Solved one = solve(problem, 1);
  for (const unsigned threads : {2U, 4U}) {
    const Solved several = solve(problem, threads);
    EXPECT_EQ(several.result.epochs, one.result.epochs);
    EXPECT_EQ(several.result.certificate.primal, one.result.certificate.primal);
    for (std::size_t j = 0; j < problem.features; ++j) {
      const auto a = one.weights.view().row(j), b = several.weights.view().row(j);
      ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << threads << " " << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Slacks, InBlocks,
                         testing::Values(SlackGroups::instance, SlackGroups::constraint));

TEST(BlockVisits, AreNotForShortRowsOrFewUnits) {
  const auto small = test::random_problem<float>(1, test::Shape{});
  EXPECT_FALSE(BlockVisits<LinearBackend<float>>::should_use(small));
}

}  // namespace
}  // namespace clade::detail

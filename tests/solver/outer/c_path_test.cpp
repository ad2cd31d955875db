#include "solver/outer/c_path.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

const std::vector<double> rising{0.02, 0.05, 0.1, 0.2, 0.5, 1};

template <class Real>
std::vector<SolverResult> walk(Problem<Real>& problem, const std::vector<double>& values,
                               double tolerance) {
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SolverParams params{tolerance, 100000};
  std::vector<SolverResult> results;
  walk_c_path<Real>(problem, values, params, context, [&](const PathStep<Real>& step) {
    results.push_back(step.result);
    return true;
  });
  return results;
}

class CPaths : public testing::TestWithParam<std::tuple<SlackGroups, int, bool>> {
 protected:
  Shape shape() const {
    Shape s;
    std::tie(s.groups, s.slack_power, s.binary) = GetParam();
    return s;
  }
};

// A path of one value is a cold start.
TEST_P(CPaths, EverySolutionIsCertifiedAndThatOfAColdStart) {
  constexpr double tolerance = 1e-5;
  auto problem = test::random_problem<double>(3, shape());
  std::vector<double> falling(rising.rbegin(), rising.rend());
  for (const auto& values : {rising, falling}) {
    const auto warm = walk(problem, values, tolerance);
    ASSERT_EQ(warm.size(), values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto cold = walk(problem, {values[k]}, tolerance).front();
      EXPECT_EQ(warm[k].stopped, Stop::tolerance);
      EXPECT_LE(warm[k].certificate.relative_gap, tolerance);
      EXPECT_NEAR(warm[k].certificate.primal, cold.certificate.primal,
                  2 * tolerance * cold.certificate.primal);
    }
  }
}

TEST_P(CPaths, KeepSinglePrecisionHonest) {
  auto problem = test::random_problem<float>(4, shape());
  auto exact = test::random_problem<double>(4, shape());
  const auto single = walk(problem, rising, 1e-3);
  const auto twice = walk(exact, rising, 1e-7);
  for (std::size_t k = 0; k < rising.size(); ++k) {
    EXPECT_LE(single[k].certificate.lower_bound, twice[k].certificate.primal);
    EXPECT_GE(single[k].certificate.primal, twice[k].certificate.primal * (1 - 1e-6));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CPaths,
                         testing::Values(std::tuple{SlackGroups::instance, 1, false},
                                         std::tuple{SlackGroups::instance, 2, false},
                                         std::tuple{SlackGroups::constraint, 1, false},
                                         std::tuple{SlackGroups::constraint, 2, false},
                                         std::tuple{SlackGroups::constraint, 1, true},
                                         std::tuple{SlackGroups::constraint, 2, true}));

// The weights in the backend are those that the certificate speaks of.
TEST(CPath, HandsOverTheWeightsOfEveryValue) {
  auto problem = test::random_problem<double>(5, Shape{});
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SolverParams params{1e-6, 100000};
  double last = 0;
  walk_c_path<double>(problem, rising, params, context, [&](const PathStep<double>& step) {
    const double half_norm = 0.5 * step.backend.squared_norm();
    EXPECT_GT(half_norm, last) << "larger C, longer weights";
    EXPECT_LT(half_norm, step.result.certificate.primal);
    last = half_norm;
    return true;
  });
}

TEST(CPath, NeedsFewerEpochsThanColdStarts) {
  Shape shape;
  shape.instances = 100;
  shape.slack_power = 2;
  shape.features = 150;  // so that the ascent is not handed over
  auto problem = test::random_problem<double>(6, shape);
  const std::vector<double> values{0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8};
  int warm = 0, cold = 0;
  for (const auto& result : walk(problem, values, 1e-3)) warm += result.epochs;
  for (const double value : values) cold += walk(problem, {value}, 1e-3).front().epochs;
  EXPECT_LT(warm, 0.8 * cold) << warm << " epochs against " << cold;
}

TEST(CPath, PutsBackTheCOfTheProblem) {
  auto problem = test::random_problem<double>(7, Shape{});
  const std::vector<double> before = problem.C;
  walk(problem, rising, 1e-3);
  EXPECT_EQ(problem.C, before);
}

TEST(CPath, EndsWhereTheCallerSaysSo) {
  auto problem = test::random_problem<double>(8, Shape{});
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 0};
  int steps = 0;
  walk_c_path<double>(problem, rising, SolverParams{}, context,
                      [&](const PathStep<double>&) { return ++steps < 3; });
  EXPECT_EQ(steps, 3);
}

TEST(CPath, EndsWhenAskedToStop) {
  struct Impatient : Reporter {
    bool stop_requested() const override { return true; }
  } reporter;
  auto problem = test::random_problem<double>(8, Shape{});
  ThreadPool pool(1);
  TrainContext context{reporter, pool, 0};
  int steps = 0;
  walk_c_path<double>(problem, rising, SolverParams{}, context, [&](const PathStep<double>& step) {
    EXPECT_EQ(step.result.stopped, Stop::interrupted);
    ++steps;
    return true;
  });
  EXPECT_EQ(steps, 1);
}

TEST(CPath, TakesTheSameValueTwice) {
  auto problem = test::random_problem<double>(9, Shape{});
  const auto results = walk(problem, {1, 1, 1, 2}, 1e-6);
  ASSERT_EQ(results.size(), 4U);
  EXPECT_NEAR(results[0].certificate.primal, results[2].certificate.primal,
              2e-6 * results[0].certificate.primal);
  EXPECT_EQ(results[3].stopped, Stop::tolerance);
}

}  // namespace
}  // namespace clade::detail

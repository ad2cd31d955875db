#include "solver/ascent/price_stages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

Shape large_C(Shape shape = {}) {
  shape.instances = 60;
  shape.decisions = 12;
  shape.units = 14;
  shape.features = 40;
  shape.C = 100;
  return shape;
}

TEST(PriceStages, BeginLowAndGiveThePricesBack) {
  auto problem = test::random_problem<double>(1, large_C());
  const std::vector<double> prices = problem.C;
  const LinearBackend<double> backend(problem);
  {
    PriceStages<double> stages(problem, backend);
    ASSERT_FALSE(stages.is_last());
    EXPECT_LT(problem.C[0], 0.05 * prices[0]);
    EXPECT_DOUBLE_EQ(problem.C[3], stages.factor() * prices[3]);
    stages.at_full_prices();
    EXPECT_EQ(problem.C, prices);
    stages.at_stage_prices();
  }
  EXPECT_EQ(problem.C, prices);
}

TEST(PriceStages, RiseWhenTheCostIsThereToStay) {
  auto problem = test::random_problem<double>(1, large_C());
  const LinearBackend<double> backend(problem);
  PriceStages<double> stages(problem, backend);
  const double first = stages.factor();
  EXPECT_FALSE(stages.raise_if_done(1, 1, 1, 100));  // no slack at a bound
  EXPECT_EQ(stages.factor(), first);
  EXPECT_TRUE(stages.raise_if_done(2, 0.1, 1, 100));
  EXPECT_GT(stages.factor(), first);
  EXPECT_FALSE(stages.is_last());
  EXPECT_TRUE(stages.raise_if_done(3, 0.1, 80, 100));  // slacks cost most of it all
  EXPECT_TRUE(stages.is_last());
}

TEST(PriceStages, EndWhereAStageDoesNot) {
  auto problem = test::random_problem<double>(1, large_C());
  const LinearBackend<double> backend(problem);
  PriceStages<double> stages(problem, backend);
  for (int epoch = 1; epoch < 1000 && !stages.is_last(); ++epoch) {
    stages.raise_if_done(epoch, 1, 1, 100);
  }
  EXPECT_TRUE(stages.is_last());
}

TEST(PriceStages, AreNotForSmallCAndSquaredSlacksOfConstraints) {
  auto shape = large_C();
  shape.C = 0.001;
  auto problem = test::random_problem<double>(1, shape);
  const LinearBackend<double> backend(problem);
  EXPECT_TRUE(PriceStages<double>(problem, backend).is_last());
  problem.slack_power = 2;
  EXPECT_TRUE(PriceStages<double>::is_possible(problem));
  problem.groups = SlackGroups::constraint;
  EXPECT_FALSE(PriceStages<double>::is_possible(problem));
}

class Stages : public test::EveryKind {};
INSTANTIATE_TEST_SUITE_P(All, Stages, test::every_kind());

// Given duals, even if there are none, switch stages off.
TEST_P(Stages, LeadToTheOptimumOfAPlainRun) {
  const auto solve = [](Problem<double> problem, bool in_stages) {
    Reporter silent;
    ThreadPool pool(1);
    TrainContext context{silent, pool, 7};
    LinearBackend<double> backend(problem);
    const std::vector<double> prices = problem.C;
    const SolverParams params{1e-6, 100000};
    Ascent<LinearBackend<double>> solver(problem, backend, params, context);
    solver.disable_hand_over();
    if (!in_stages) solver.resume(Duals(problem.rows.size()));
    SolverResult result = solver.run();
    EXPECT_EQ(problem.C, prices);
    EXPECT_EQ(result.stopped, Stop::tolerance);
    const auto slowly = test::objectives(problem, backend.weights(), result.duals);
    EXPECT_NEAR(slowly.primal, result.certificate.primal, 1e-9 * slowly.primal);
    EXPECT_GE(slowly.dual, result.certificate.lower_bound - 1e-9 * slowly.primal);
    return result.certificate.primal;
  };
  const auto problem = test::random_problem<double>(2, large_C(shape()));
  const double plain = solve(problem, false), staged = solve(problem, true);
  EXPECT_NEAR(staged, plain, 2e-6 * plain);
}

// Classes that can be parted: slacks end at zero, but each of those that are left on the way costs
// C times as much.
TEST(PriceStages, EndWithLongerWeightsWhereTheseCostLess) {
  int longer = 0;
  for (const int power : {1, 2}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Shape shape;
      shape.slack_power = power;
      shape = large_C(shape);
      shape.C = 1000;
      shape.features = 400;
      auto problem = test::random_problem<float>(seed, shape);
      Reporter silent;
      ThreadPool pool(1);
      TrainContext context{silent, pool, 7};
      LinearBackend<float> backend(problem);
      const SolverParams params{1e-3, 100000};
      Ascent<LinearBackend<float>> solver(problem, backend, params, context);
      solver.disable_hand_over();
      const SolverResult result = solver.run();
      ASSERT_EQ(result.stopped, Stop::tolerance);
      const bool is_longer = result.certificate.weight_scale != 1;
      EXPECT_EQ(result.has_weights_of_duals, !is_longer);
      longer += is_longer ? 1 : 0;
      const auto slowly = test::objectives(problem, backend.weights(), result.duals);
      EXPECT_NEAR(slowly.primal, result.certificate.primal, 1e-4 * slowly.primal);
      EXPECT_LE(result.certificate.lower_bound, slowly.primal);
      EXPECT_LE(slowly.primal - result.certificate.lower_bound, 1.1e-3 * slowly.primal);
    }
  }
  EXPECT_GT(longer, 0);
}

}  // namespace
}  // namespace clade::detail

#include "solver/ascent/acceleration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/ascent/make_visits.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;
using test::Solved;

struct Run {
  bool accelerated = true;
  bool interior_point = false;
  unsigned threads = 1;
  int max_epochs = 100000;
  Duals start{};
};

template <class Real>
Solved<Real> solve(Problem<Real>& problem, double tolerance, Run how = {},
                   Reporter* listener = nullptr) {
  Reporter silent;
  ThreadPool pool(how.threads);
  TrainContext context{listener != nullptr ? *listener : silent, pool, 7};
  LinearBackend<Real> backend(problem);
  const SolverParams params{tolerance, how.max_epochs};
  Ascent<LinearBackend<Real>> solver(problem, backend, params, context);
  if (!how.accelerated) solver.disable_acceleration();
  if (!how.interior_point) solver.disable_hand_over();
  if (!how.start.empty()) solver.resume(std::move(how.start));
  SolverResult result = solver.run();
  return {std::move(result), backend.take()};
}

template <class Real>
Problem<Real> slow_problem(Shape shape, std::uint64_t seed = 1) {
  shape.instances = 60;
  shape.C = 20;
  return test::random_problem<Real>(seed, shape);
}

class SlowProblems : public test::EveryKind {
 protected:
  // Flat steps with squared slacks leave an error that takes long to go.
  double close() const { return shape().flat && shape().slack_power == 2 ? 1e-4 : 1e-7; }
};

TEST_P(SlowProblems, HaveTheOptimumOfTheInteriorPointMethod) {
  auto problem = slow_problem<double>(shape());
  const auto inside = solve(problem, 1e-8, {.accelerated = false, .interior_point = true});
  const auto fast = solve(problem, close());
  ASSERT_EQ(inside.result.stopped, Stop::tolerance);
  ASSERT_EQ(fast.result.stopped, Stop::tolerance);
  EXPECT_FALSE(fast.result.has_weights_of_duals);
  EXPECT_GE(fast.result.certificate.primal, inside.result.certificate.lower_bound);
  EXPECT_LE(fast.result.certificate.lower_bound, inside.result.certificate.primal);
  EXPECT_NEAR(fast.result.certificate.primal, inside.result.certificate.primal,
              2 * close() * inside.result.certificate.primal);
}

// Some end with the weights of a mean.
TEST_P(SlowProblems, HaveCertificatesThatAgreeWithTheFormulas) {
  for (const double tolerance : {1e-2, close()}) {
    auto problem = slow_problem<double>(shape(), 2);
    const auto solved = solve(problem, tolerance);
    const auto expected = test::objectives(problem, solved.weights, solved.result.duals);
    const Certificate& bounds = solved.result.certificate;
    EXPECT_NEAR(bounds.primal, expected.primal, 1e-9 * expected.primal);
    EXPECT_NEAR(bounds.dual, expected.dual, 1e-9 * expected.primal);
    EXPECT_LE(bounds.lower_bound, expected.dual + 1e-12 * expected.primal);
    EXPECT_LE(bounds.relative_gap, tolerance);
  }
}

TEST_P(SlowProblems, HaveFeasibleDuals) {
  auto problem = slow_problem<double>(shape(), 3);
  const auto solved = solve(problem, 10 * close());
  for (std::size_t i = 0; i < solved.result.duals.size(); ++i) {
    double mass = 0;
    for (const DualVariable& v : solved.result.duals[i]) {
      EXPECT_GT(v.beta, 0);
      mass += v.beta;
      if (problem.slack_power == 1 && problem.groups == SlackGroups::constraint) {
        EXPECT_LE(v.beta, problem.C[i] * (1 + 1e-12));
      }
    }
    if (problem.slack_power == 1 && problem.groups == SlackGroups::instance) {
      EXPECT_LE(mass, problem.C[i] * (1 + 1e-12));
    }
  }
}

TEST_P(SlowProblems, HaveHonestBoundsInSinglePrecision) {
  auto problem = slow_problem<double>(shape(), 4);
  const auto best = solve(problem, close());
  auto single = slow_problem<float>(shape(), 4);
  const auto solved = solve(single, 1e-3);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  EXPECT_GE(solved.result.certificate.primal, best.result.certificate.lower_bound * (1 - 1e-6));
  EXPECT_LE(solved.result.certificate.lower_bound, best.result.certificate.primal);
}

TEST_P(SlowProblems, AreSolvedAlikeOnAnyNumberOfThreads) {
  Shape s = shape();
  s.C = 20;
  s.instances = 300;
  auto problem = test::random_problem<float>(5, s);
  const auto one = solve(problem, 1e-2);  // several blocks of the exact check
  const auto two = solve(problem, 1e-2, {.threads = 2});
  ASSERT_FALSE(one.result.has_weights_of_duals);
  EXPECT_EQ(one.result.epochs, two.result.epochs);
  EXPECT_EQ(one.result.certificate.primal, two.result.certificate.primal);
  EXPECT_EQ(one.result.certificate.dual, two.result.certificate.dual);
  for (std::size_t j = 0; j < problem.features; ++j) {
    const auto a = one.weights.view().row(j), b = two.weights.view().row(j);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
  }
}

TEST_P(SlowProblems, GetTheirCBack) {
  auto problem = slow_problem<double>(shape(), 6);
  const std::vector<double> before = problem.C;
  solve(problem, 1e-4);
  EXPECT_EQ(problem.C, before);
}

// What was solved is a good start.
TEST_P(SlowProblems, CanBeResumed) {
  auto problem = slow_problem<double>(shape(), 7);
  auto first = solve(problem, 10 * close());
  const double bound = first.result.certificate.lower_bound;
  const int epochs = first.result.epochs;
  const auto again = solve(problem, 100 * close(), {.start = std::move(first.result.duals)});
  EXPECT_EQ(again.result.stopped, Stop::tolerance);
  EXPECT_LT(again.result.epochs, epochs);
  EXPECT_GE(again.result.certificate.primal, bound);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SlowProblems, test::every_kind());

Shape many_rows() {
  Shape shape;
  shape.instances = 1000;
  shape.decisions = 8;
  shape.features = 10;
  shape.C = 100;
  shape.flat = true;
  return shape;
}

TEST(Acceleration, EndsWhereThePlainAscentDoesNot) {
  auto problem = test::random_problem<float>(1, many_rows());
  constexpr int limit = 1500;
  const auto plain = solve(problem, 1e-3, {.accelerated = false, .max_epochs = limit});
  const auto fast = solve(problem, 1e-3, {.max_epochs = limit});
  EXPECT_EQ(plain.result.stopped, Stop::max_epochs);
  EXPECT_EQ(fast.result.stopped, Stop::tolerance);
}

// So large a C R^2 that kappa and the epochs at a center are above their usual limits.
TEST_P(SlowProblems, HaveTheSameOptimumAtALargePrice) {
  Shape s = shape();
  if (s.flat && s.slack_power == 2) return;
  s.instances = 60;
  s.C = 1000;
  auto problem = test::random_problem<double>(11, s);
  const auto inside = solve(problem, 1e-8, {.accelerated = false, .interior_point = true});
  const auto fast = solve(problem, 1e-4);
  ASSERT_EQ(inside.result.stopped, Stop::tolerance);
  ASSERT_EQ(fast.result.stopped, Stop::tolerance);
  EXPECT_FALSE(fast.result.has_weights_of_duals);
  EXPECT_GE(fast.result.certificate.primal, inside.result.certificate.lower_bound);
  EXPECT_LE(fast.result.certificate.lower_bound, inside.result.certificate.primal);
  EXPECT_NEAR(fast.result.certificate.primal, inside.result.certificate.primal,
              2e-4 * inside.result.certificate.primal);
}

TEST(Acceleration, IsNotBegunWhereTheAscentIsFast) {
  Shape shape;
  shape.C = 0.01;
  auto problem = test::random_problem<double>(2, shape);
  EXPECT_TRUE(solve(problem, 1e-4).result.has_weights_of_duals);
}

TEST(Acceleration, IsNotForInfiniteC) {
  auto problem = test::random_problem<double>(2, {.instances = 60});
  const LinearBackend<double> backend(problem);
  EXPECT_TRUE(Acceleration<double>::is_possible(problem, backend));
  problem.C[1] = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(Acceleration<double>::is_possible(problem, backend));
}

TEST(Acceleration, IsNotForFeaturesThatFewRowsHave) {
  const auto problem = test::random_problem<double>(2, {.instances = 60, .features = 200});
  EXPECT_TRUE(Acceleration<double>::is_possible(problem, LinearBackend<double>(problem)));
  const auto wide = test::random_problem<double>(2, {.instances = 10, .features = 200});
  EXPECT_FALSE(Acceleration<double>::is_possible(wide, LinearBackend<double>(wide)));
}

TEST(Acceleration, GivesWayToTheInteriorPointMethod) {
  auto problem = slow_problem<double>(Shape{}, 8);
  const auto best = solve(problem, 1e-7);
  const auto solved = solve(problem, 1e-7, {.interior_point = true});
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  EXPECT_LT(solved.result.epochs, best.result.epochs);
  EXPECT_NEAR(solved.result.certificate.primal, best.result.certificate.primal,
              2e-7 * best.result.certificate.primal);
}

TEST(Acceleration, KeepsAMeanOfTheWeightsThatLongCentersEndWith) {
  Reporter silent;
  ThreadPool pool(1);
  TrainContext context{silent, pool, 7};
  auto problem = slow_problem<double>(Shape{}, 12);
  LinearBackend<double> backend(problem);
  const ProblemTables<double> tables(problem);
  const auto visits = choose_visits(tables, backend, context);
  Acceleration<double> acceleration(problem, backend, *visits);
  const auto weight_of_mean = [&] {
    acceleration.swap_mean();
    const double weight = backend.weights().view().row(1)[0];
    acceleration.swap_mean();
    return weight;
  };
  constexpr double gap = 1.5e-3;  // which never halves, so that centers take more and more epochs
  EXPECT_FALSE(acceleration.has_mean());
  while (!acceleration.has_mean()) acceleration.end_epoch(gap);
  EXPECT_EQ(weight_of_mean(), 0);
  backend.change_rows([](std::size_t, std::span<double> w) { std::ranges::fill(w, 1.0); });
  EXPECT_FALSE(acceleration.may_end_at_mean(gap, 1e-3));  // in the middle of a center
  for (int epoch = 1; !acceleration.may_end_at_mean(gap, 1e-3); ++epoch) {
    ASSERT_LT(epoch, 200);
    EXPECT_EQ(weight_of_mean(), 0);
    acceleration.end_epoch(gap);
  }
  EXPECT_EQ(weight_of_mean(), 0.25);
  EXPECT_EQ(backend.weights().view().row(1)[0], 1);
  EXPECT_FALSE(acceleration.may_end_at_mean(3e-3, 1e-3));
  acceleration.end_epoch(gap);
  EXPECT_EQ(weight_of_mean(), 0.25);  // each center counts once
}

TEST(Acceleration, LeavesBoundsThatHoldWhereItIsInterrupted) {
  struct Impatient : Reporter {
    int passes = 0;
    void on_pass(const Progress&) override { ++passes; }
    bool stop_requested() const override { return passes >= 33; }
    bool wants_partial_result() const override { return true; }
  } reporter;
  auto problem = slow_problem<double>(Shape{}, 9);
  const std::vector<double> prices = problem.C;
  const auto best = solve(problem, 1e-7);
  const auto part = solve(problem, 1e-7, {}, &reporter);
  EXPECT_EQ(part.result.stopped, Stop::interrupted);
  EXPECT_FALSE(part.result.has_weights_of_duals);
  EXPECT_EQ(problem.C, prices);
  EXPECT_LE(part.result.certificate.lower_bound, best.result.certificate.primal);
  EXPECT_GE(part.result.certificate.primal, best.result.certificate.lower_bound);
  const auto expected = test::objectives(problem, part.weights, part.result.duals);
  EXPECT_NEAR(part.result.certificate.primal, expected.primal, 1e-9 * expected.primal);
  EXPECT_NEAR(part.result.certificate.dual, expected.dual, 1e-9 * expected.primal);
}

TEST(Acceleration, IsTheSameWithATrace) {
  struct Tracer : Reporter {
    std::vector<Progress> passes;
    void on_pass(const Progress& p) override { passes.push_back(p); }
    bool wants_exact_passes() const override { return true; }
  } tracer;
  auto problem = slow_problem<double>(Shape{}, 10);
  const auto silent = solve(problem, 1e-6);
  const auto traced = solve(problem, 1e-6, {}, &tracer);
  EXPECT_EQ(silent.result.epochs, traced.result.epochs);
  EXPECT_EQ(silent.result.certificate.primal, traced.result.certificate.primal);
  const double best = silent.result.certificate.primal;
  for (const Progress& pass : tracer.passes) {
    EXPECT_LE(pass.dual, best);
    EXPECT_GE(pass.primal, (1 - 1e-6) * best);
  }
}

// 100 epochs more are few for sparse rows, not for dense ones.
TEST(SlowProgress, BearsMoreEpochsWhereRowsAreSparse) {
  Problem<double> dense, sparse;
  for (auto* problem : {&dense, &sparse}) {
    problem->features = problem == &dense ? 2 : 100;
    problem->rows.push({0, 1.0});
    problem->rows.end_row();
  }
  SlowProgress of_dense(dense), of_sparse(sparse);
  const auto falls = [](int epoch) { return std::exp(-0.06 * epoch); };
  for (int epoch = 1; epoch < 20; ++epoch) {
    EXPECT_FALSE(of_dense.is_slow(epoch, falls(epoch), 1e-3));
    EXPECT_FALSE(of_sparse.is_slow(epoch, falls(epoch), 1e-3));
  }
  EXPECT_TRUE(of_dense.is_slow(20, falls(20), 1e-3));
  EXPECT_FALSE(of_sparse.is_slow(20, falls(20), 1e-3));
}

TEST(SlowProgress, LooksAtTheEpochsThatAreLeft) {
  SlowProgress falls_fast, falls_slowly, rises;
  bool fast = false, slow = false, rising = false;
  for (int epoch = 1; epoch <= 20; ++epoch) {
    const double passed = epoch;
    fast = falls_fast.is_slow(epoch, std::exp(-0.3 * passed), 1e-3);
    slow = falls_slowly.is_slow(epoch, std::exp(-0.03 * passed), 1e-3);
    rising = rises.is_slow(epoch, 0.1 + 0.001 * passed, 1e-3);
    if (epoch < 20) {
      EXPECT_FALSE(fast || slow || rising);
    }
  }
  EXPECT_FALSE(fast);
  EXPECT_TRUE(slow);
  EXPECT_TRUE(rising);
}

}  // namespace
}  // namespace clade::detail

#include "solver/newton/newton_hand_over.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "base/threads.h"
#include "solver/ascent/ascent.h"
#include "solver/outer/c_path.h"
#include "tests/solver/newton/forest_problem.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::ForestShape;
using test::Strengths;

struct PassCounter : Reporter {
  void on_pass(const Progress& progress) override { passes.push_back(progress); }
  bool stop_requested() const override { return passes.size() >= stop_after; }
  std::vector<Progress> passes;
  std::size_t stop_after = std::numeric_limits<std::size_t>::max();
};

template <class Real>
struct Solved {
  std::optional<SolverResult> result;
  WeightRows<Real> weights;
};

template <class Real>
Solved<Real> solve_alone(const Problem<Real>& problem, double tolerance, int max_epochs = 1000,
                         unsigned threads = 1) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<Real> backend(problem);
  const ProblemTables<Real> tables(problem);
  const SolverParams params{tolerance, max_epochs};
  auto result = solve_by_newton(tables, backend, 1, params, context,
                                [](int, const Certificate&, std::uint64_t) {});
  return {std::move(result), backend.take()};
}

template <class Real>
Solved<Real> climb(Problem<Real> problem, double tolerance, Reporter& reporter, bool may_hand_over,
                   unsigned threads = 1) {
  ThreadPool pool(threads);
  TrainContext context{reporter, pool, 7};
  LinearBackend<Real> backend(problem);
  const SolverParams params{tolerance, 200000};
  Ascent<LinearBackend<Real>> solver(problem, backend, params, context);
  if (!may_hand_over) solver.disable_hand_over();
  SolverResult result = solver.run();
  return {std::move(result), backend.take()};
}

// More weights than the interior point method takes, and a C that the ascent is slow at.
ForestShape hard_shape() {
  ForestShape shape{3, Strengths::own_node};
  shape.instances = 120;
  shape.features = 30;
  shape.roots = 6;
  shape.C = 30;
  return shape;
}

void expect_dual_feasible(const Problem<double>& problem, const Duals& duals) {
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (const DualVariable& v : duals[i]) {
      EXPECT_GT(v.beta, 0);
      EXPECT_EQ(v.scale, 1);
      EXPECT_TRUE((v.plus == constant_zero) != (v.minus == constant_zero));
    }
    EXPECT_LE(duals[i].size(), problem.constraints.count(i));
  }
}

class NewtonProblems
    : public testing::TestWithParam<std::tuple<Strengths, std::size_t, double, bool>> {};

TEST_P(NewtonProblems, HaveTheMinimumOfTheAscent) {
  const auto [strengths, depth, C, special] = GetParam();
  ForestShape shape{depth, strengths};
  shape.C = C;
  shape.instances = 25;
  shape.leaves_out = shape.with_anchor = special;
  const auto problem = test::forest_problem<double>(depth, shape);
  const auto found = solve_alone(problem, 1e-10);
  ASSERT_TRUE(found.result);
  EXPECT_EQ(found.result->stopped, Stop::tolerance);
  EXPECT_LE(found.result->certificate.relative_gap, 1e-10);
  EXPECT_LE(found.result->certificate.lower_bound, found.result->certificate.dual);
  expect_dual_feasible(problem, found.result->duals);
  Reporter reporter;
  const auto other = climb(problem, 1e-9, reporter, false);
  const double primal = found.result->certificate.primal;
  EXPECT_NEAR(primal, other.result->certificate.primal, 1e-8 * primal);
  EXPECT_NEAR(test::objectives(problem, found.weights, found.result->duals).primal, primal,
              1e-10 * primal);
}

INSTANTIATE_TEST_SUITE_P(All, NewtonProblems,
                         testing::Combine(testing::Values(Strengths::equal, Strengths::by_node,
                                                          Strengths::own_node, Strengths::by_depth),
                                          testing::Values(1, 2, 3, 4), testing::Values(0.1, 2.0),
                                          testing::Bool()));

// The lower bound is the dual value of weights that the duals make, whatever the weights are that
// are kept.
TEST(NewtonHandOver, ProvesALowerBoundWithItsDuals) {
  auto problem = test::forest_problem<double>(3, {3, Strengths::own_node});
  const auto found = solve_alone(problem, 1e-2);
  ASSERT_TRUE(found.result);
  EXPECT_FALSE(found.result->has_weights_of_duals);
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<double> backend(problem);
  const SolverParams params{1e-2, 10};
  const Certificate of_duals = Ascent<LinearBackend<double>>(problem, backend, params, context)
                                   .certify_at(found.result->duals);
  EXPECT_NEAR(of_duals.dual, found.result->certificate.dual, 1e-9 * of_duals.dual);
  EXPECT_GE(of_duals.primal, found.result->certificate.lower_bound);
}

TEST(NewtonHandOver, ReachesLargeC) {
  ForestShape shape = hard_shape();
  shape.C = 1e5;
  const auto found = solve_alone(test::forest_problem<double>(1, shape), 1e-4);
  ASSERT_TRUE(found.result);
  EXPECT_EQ(found.result->stopped, Stop::tolerance);
}

TEST(NewtonHandOver, SolvesInSinglePrecision) {
  const auto wide = test::forest_problem<double>(1, hard_shape());
  const auto narrow = test::forest_problem<float>(1, hard_shape());
  const double primal = solve_alone(wide, 1e-8).result->certificate.primal;
  const auto found = solve_alone(narrow, 1e-4);
  ASSERT_TRUE(found.result);
  EXPECT_EQ(found.result->stopped, Stop::tolerance);
  EXPECT_NEAR(found.result->certificate.primal, primal, 1e-4 * primal);
  // Closer than single precision can tell.
  const auto closest = solve_alone(narrow, 1e-9);
  ASSERT_TRUE(closest.result);
  EXPECT_EQ(closest.result->stopped, Stop::precision);
  EXPECT_LT(closest.result->certificate.relative_gap, 1e-5);
}

TEST(NewtonHandOver, EndsAtTheLimitOfEpochs) {
  const auto problem = test::forest_problem<double>(1, hard_shape());
  const auto found = solve_alone(problem, 1e-10, 2);
  ASSERT_TRUE(found.result);
  EXPECT_EQ(found.result->stopped, Stop::max_epochs);
  EXPECT_EQ(found.result->epochs, 2);
}

TEST(NewtonHandOver, FollowsTheAscentWhereThatIsSlow) {
  const auto problem = test::forest_problem<double>(1, hard_shape());
  PassCounter with, without;
  const auto found = climb(problem, 1e-3, with, true);
  const auto plain = climb(problem, 1e-3, without, false);
  EXPECT_EQ(found.result->stopped, Stop::tolerance);
  EXPECT_LT(10 * found.result->epochs, plain.result->epochs);
  EXPECT_FALSE(found.result->has_weights_of_duals);
  const double primal = plain.result->certificate.primal;
  EXPECT_NEAR(found.result->certificate.primal, primal, 1e-3 * primal);
  // Every step is a pass, numbered on from those of the ascent.
  ASSERT_GT(with.passes.size(), 6U);
  for (std::size_t k = 1; k < with.passes.size(); ++k) {
    EXPECT_LE(with.passes[k].epoch, with.passes[k - 1].epoch + 1);
    EXPECT_GE(with.passes[k].epoch, with.passes[k - 1].epoch);
  }
  EXPECT_EQ(with.passes.back().epoch, found.result->epochs);
  EXPECT_TRUE(with.passes.back().certified);
}

TEST(NewtonHandOver, DoesNotFollowWhereTheAscentIsQuick) {
  ForestShape shape = hard_shape();
  shape.C = 1e-3;
  const auto problem = test::forest_problem<double>(1, shape);
  Reporter reporter;
  const auto found = climb(problem, 1e-3, reporter, true);
  const auto plain = climb(problem, 1e-3, reporter, false);
  EXPECT_TRUE(found.result->has_weights_of_duals);
  EXPECT_EQ(found.result->epochs, plain.result->epochs);
  EXPECT_EQ(found.weights.squared_distance(plain.weights), 0);
}

TEST(NewtonHandOver, HasTheSameBytesOnAnyNumberOfThreads) {
  const auto problem = test::forest_problem<float>(2, hard_shape());
  Reporter reporter;
  const auto one = climb(problem, 1e-4, reporter, true, 1);
  const auto two = climb(problem, 1e-4, reporter, true, 2);
  EXPECT_FALSE(one.result->has_weights_of_duals);
  EXPECT_EQ(one.weights.squared_distance(two.weights), 0);
  EXPECT_EQ(one.result->certificate.primal, two.result->certificate.primal);
  EXPECT_EQ(one.result->certificate.lower_bound, two.result->certificate.lower_bound);
}

TEST(NewtonHandOver, StopsWhereItIsAskedTo) {
  const auto problem = test::forest_problem<double>(1, hard_shape());
  PassCounter all;
  const auto whole = climb(problem, 1e-8, all, true);
  for (std::size_t passes = 6; passes + 1 < all.passes.size(); ++passes) {
    PassCounter counter;
    counter.stop_after = passes;
    const auto found = climb(problem, 1e-8, counter, true);
    EXPECT_EQ(found.result->stopped, Stop::interrupted);
    EXPECT_LE(counter.passes.size(), passes + 2);
    const Certificate& bounds = found.result->certificate;
    EXPECT_GE(bounds.primal, whole.result->certificate.lower_bound);
    EXPECT_LE(bounds.lower_bound, whole.result->certificate.primal);
    EXPECT_GE(bounds.lower_bound, -1e-9);
    EXPECT_NEAR(test::objectives(problem, found.weights, found.result->duals).primal, bounds.primal,
                1e-9 * bounds.primal);
  }
}

// The weights that Newton's method leaves are not those of its duals: the next value of C must not
// start as if they were.
TEST(NewtonHandOver, LeavesAStartForOtherValuesOfC) {
  auto problem = test::forest_problem<double>(1, hard_shape());
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SolverParams params{1e-4, 20000};
  const std::vector<double> values{1, 2, 1e-4, 10};
  walk_c_path<double>(problem, values, params, context, [&](const PathStep<double>& step) {
    EXPECT_EQ(step.result.stopped, Stop::tolerance);
    Problem<double> alone = test::forest_problem<double>(1, hard_shape());
    for (double& C : alone.C) C *= step.value;
    const double primal = solve_alone(alone, 1e-8).result->certificate.primal;
    EXPECT_NEAR(step.result.certificate.primal, primal, 1e-4 * primal);
    EXPECT_LE(step.result.certificate.lower_bound, primal);
    return true;
  });
}

// ---- The rule

TEST(NewtonRule, CountsWhatNewtonsMethodWouldCost) {
  EXPECT_LT(NewtonRule(test::forest_problem<double>(1, hard_shape())).equal_visits(), never);
  EXPECT_EQ(NewtonRule().equal_visits(), never);
}

TEST(NewtonRule, IsNeverDueForOtherProblems) {
  const auto visits = [](auto change) {
    auto problem = test::forest_problem<double>(1, {2});
    change(problem);
    return NewtonRule(problem).equal_visits();
  };
  EXPECT_LT(visits([](auto&) {}), never);
  EXPECT_EQ(visits([](auto& p) { p.slack_power = 1; }), never);
  EXPECT_EQ(visits([](auto& p) { p.groups = SlackGroups::instance; }), never);
  EXPECT_EQ(visits([](auto& p) { p.C[3] = std::numeric_limits<double>::infinity(); }), never);
  EXPECT_EQ(visits([](auto& p) { p.bias_terms.assign(p.score_map.decisions(), 0.0); }), never);
  EXPECT_EQ(visits([](auto& p) { p.features = 5000; }), never);
  test::Shape shape;
  shape.groups = SlackGroups::constraint;
  shape.slack_power = 2;
  EXPECT_EQ(NewtonRule(test::random_problem<double>(1, shape)).equal_visits(), never);
  shape.binary = true;  // but no forest
  EXPECT_EQ(NewtonRule(test::random_problem<double>(1, shape)).equal_visits(), never);
}

TEST(NewtonRule, IsDueWhereTheAscentWouldTakeLonger) {
  const auto problem = test::forest_problem<double>(1, hard_shape());
  const std::uint64_t equal = NewtonRule(problem).equal_visits();
  const auto is_due = [&](double first, double last) {
    NewtonRule rule(problem);
    rule.record_gap(0, first);
    rule.record_gap(1, first);
    rule.record_gap(1 + equal, last);
    return rule.is_due(1e-3);
  };
  EXPECT_TRUE(is_due(1, 1));        // no progress
  EXPECT_TRUE(is_due(1, 0.1));      // two decades are left after one
  EXPECT_FALSE(is_due(1, 0.01));    // one after two
  EXPECT_FALSE(is_due(1, 0.0005));  // there already
}

}  // namespace
}  // namespace clade::detail

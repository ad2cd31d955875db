#include "solver/interior_point/low_dimensional.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "solver/outer/free_bias.h"
#include "tests/solver/kernel_problem.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

template <class Real>
struct Solved {
  std::optional<SolverResult> result;
  WeightRows<Real> weights;
};

template <class Real>
Solved<Real> solve_inside(const Problem<Real>& problem, double tolerance, bool free_bias = false,
                          unsigned threads = 1) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<Real> backend(problem);
  const SolverParams params{tolerance, 1000};
  auto result = solve_by_interior_point(problem, backend, params, free_bias, context);
  return {std::move(result), backend.take()};
}

// The ascent alone.
template <class Real>
SolverResult climb(Problem<Real> problem, double tolerance) {
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<Real> backend(problem);
  const SolverParams params{tolerance, 100000};
  Ascent<LinearBackend<Real>> solver(problem, backend, params, context);
  solver.disable_hand_over();
  return solver.run();
}

// The ascent in steps, as it is for kernels that are given, with free biases.
SolverResult climb_with_free_biases(Problem<double> problem, double tolerance) {
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SparseRows<double> rows = test::precomputed_rows({}, problem);
  GramRows<double> gram(test::precomputed_kernel(), rows, rows.size(), test::enough_cache);
  KernelBackend<double> backend(problem, gram, test::enough_near);
  const SolverParams params{tolerance, 100000};
  return solve_with_free_biases(problem, backend, params, context);
}

void expect_in_boxes(const Problem<double>& problem, const Duals& duals) {
  for (std::size_t i = 0; i < duals.size(); ++i) {
    double mass = 0;
    for (const DualVariable& v : duals[i]) {
      EXPECT_GT(v.beta, 0);
      mass = problem.groups == SlackGroups::instance ? mass + v.beta : std::max(mass, v.beta);
    }
    if (problem.slack_power == 1) {
      EXPECT_LE(mass, problem.C[i] * (1 + 1e-12));
    }
  }
}

class LowDimensionalProblems
    : public testing::TestWithParam<std::tuple<SlackGroups, int, bool, bool, bool>> {
 protected:
  Problem<double> problem(std::uint64_t seed, double C, std::size_t features = 3) const {
    Shape shape;
    shape.instances = 20;
    shape.decisions = 4;
    shape.units = 6;
    shape.features = features;
    shape.C = C;
    std::tie(shape.groups, shape.slack_power, shape.binary, shape.with_anchor, shape.flat) =
        GetParam();
    return test::random_problem<double>(seed, shape);
  }
};

TEST_P(LowDimensionalProblems, ReachTheObjectiveOfTheAscent) {
  for (const double C : {1e-3, 0.3}) {
    const auto given = problem(1, C);
    const auto inside = solve_inside(given, 1e-8);
    const SolverResult climbed = climb(given, 1e-9);
    ASSERT_EQ(climbed.stopped, Stop::tolerance);
    ASSERT_TRUE(inside.result.has_value()) << C;
    EXPECT_NEAR(inside.result->certificate.primal, climbed.certificate.primal,
                1e-8 * climbed.certificate.primal);
    EXPECT_LE(inside.result->certificate.lower_bound, climbed.certificate.primal * (1 + 1e-12));
  }
}

// The formulas of problem.h say the same at the weights and duals that come back.
TEST_P(LowDimensionalProblems, AreSolvedForEveryC) {
  for (const double C : {1e-3, 1.0, 1e3, 1e6}) {
    const auto given = problem(2, C);
    const auto inside = solve_inside(given, 1e-6);
    ASSERT_TRUE(inside.result.has_value()) << C;
    const Certificate& certificate = inside.result->certificate;
    EXPECT_LE(certificate.relative_gap, 1e-6);
    EXPECT_LT(inside.result->epochs, 60) << C;
    expect_in_boxes(given, inside.result->duals);
    const auto at_weights = test::objectives(given, inside.weights, inside.result->duals);
    EXPECT_NEAR(certificate.primal, at_weights.primal, 1e-9 * at_weights.primal);
    LinearBackend<double> of_duals(given);
    UnitChange<double> change(given.score_map.units());
    for (std::size_t i = 0; i < given.rows.size(); ++i) {
      for (const DualVariable& v : inside.result->duals[i]) {
        if (v.plus != constant_zero) change.add(given.score_map, v.plus, v.scale * v.beta);
        if (v.minus != constant_zero) change.add(given.score_map, v.minus, -v.scale * v.beta);
      }
      if (!change.empty()) of_duals.add(i, change);
      change.clear();
    }
    const auto at_duals = test::objectives(given, of_duals.weights(), inside.result->duals);
    EXPECT_NEAR(certificate.dual, at_duals.dual, 1e-8 * at_weights.primal) << C;
  }
}

TEST_P(LowDimensionalProblems, InSinglePrecisionTheBoundsEncloseTheOptimum) {
  Shape shape;
  shape.instances = 20;
  shape.decisions = 4;
  shape.units = 6;
  shape.features = 3;
  shape.C = 100;
  std::tie(shape.groups, shape.slack_power, shape.binary, shape.with_anchor, shape.flat) =
      GetParam();
  const auto single = solve_inside(test::random_problem<float>(3, shape), 1e-3);
  const auto twice = solve_inside(test::random_problem<double>(3, shape), 1e-8);
  ASSERT_TRUE(single.result.has_value());
  ASSERT_TRUE(twice.result.has_value());
  const double optimum = twice.result->certificate.primal;
  EXPECT_LE(single.result->certificate.relative_gap, 1e-3);
  EXPECT_GE(single.result->certificate.primal, optimum * (1 - 1e-6));
  EXPECT_LE(single.result->certificate.lower_bound, optimum * (1 + 1e-6));
}

TEST_P(LowDimensionalProblems, DegenerateDataAreNoMatter) {
  for (const double C : {1e-2, 1e4}) {
    auto given = problem(4, C);
    SparseRows<double> rows;
    for (std::size_t i = 0; i < given.rows.size(); ++i) {
      // A feature that is 1 for all, rows without another one, and rows that come twice.
      const std::size_t from = i % 5 == 1 ? i - 1 : i;
      rows.push({0, 1.0});
      for (const auto& f : given.rows.row(from)) {
        if (f.index > 0 && i % 7 != 3) rows.push(f);
      }
      rows.end_row();
    }
    given.rows = std::move(rows);
    const auto inside = solve_inside(given, 1e-6);
    ASSERT_TRUE(inside.result.has_value()) << C;
    expect_in_boxes(given, inside.result->duals);
  }
}

// With more features than instances the data can be separated.
TEST_P(LowDimensionalProblems, SeparableDataAreNoMatter) {
  const auto given = problem(5, 1e6, 30);
  const auto inside = solve_inside(given, 1e-6);
  ASSERT_TRUE(inside.result.has_value());
  const SolverResult climbed = climb(problem(5, 1e6, 30), 1e-6);
  ASSERT_EQ(climbed.stopped, Stop::tolerance);
  EXPECT_NEAR(inside.result->certificate.primal, climbed.certificate.primal,
              2e-6 * climbed.certificate.primal);
}

INSTANTIATE_TEST_SUITE_P(
    All, LowDimensionalProblems,
    testing::Combine(testing::Values(SlackGroups::instance, SlackGroups::constraint),
                     testing::Values(1, 2), testing::Bool(), testing::Bool(), testing::Bool()));

class LowDimensionalBiases
    : public testing::TestWithParam<std::tuple<SlackGroups, int, bool, bool>> {
 protected:
  Problem<double> problem(std::uint64_t seed, double C) const {
    Shape shape;
    shape.instances = 20;
    shape.decisions = 4;
    shape.units = 6;
    shape.features = 2;
    shape.C = C;
    std::tie(shape.groups, shape.slack_power, shape.binary, shape.flat) = GetParam();
    auto made = test::random_problem<double>(seed, shape);
    made.constant = 1.5;
    return made;
  }
};

double largest_imbalance(const Problem<double>& problem, const Duals& duals) {
  std::vector<double> sums(problem.constraints.decisions());
  for (std::size_t d = 0; d < problem.bias_terms.size(); ++d) sums[d] -= problem.bias_terms[d];
  for (const auto& of_instance : duals) {
    for (const DualVariable& v : of_instance) {
      if (v.plus != constant_zero) sums[v.plus] += v.scale * v.beta;
      if (v.minus != constant_zero) sums[v.minus] -= v.scale * v.beta;
    }
  }
  double largest = 0;
  for (const double sum : sums) largest = std::max(largest, std::abs(sum));
  return largest;
}

TEST_P(LowDimensionalBiases, ReachTheObjectiveOfTheSteps) {
  for (const double C : {1e-2, 0.1}) {
    const auto given = problem(1, C);
    const auto inside = solve_inside(test::as_linear(given), 1e-7, true);
    const SolverResult climbed = climb_with_free_biases(given, 1e-8);
    ASSERT_EQ(climbed.stopped, Stop::tolerance);
    ASSERT_TRUE(inside.result.has_value()) << C;
    EXPECT_NEAR(inside.result->certificate.primal, climbed.certificate.primal,
                2e-8 * climbed.certificate.primal);
  }
}

TEST_P(LowDimensionalBiases, DualsMeetTheirEqualitiesForEveryC) {
  for (const double C : {1e-3, 1.0, 1e3, 1e6}) {
    const auto given = test::as_linear(problem(2, C));
    const auto inside = solve_inside(given, 1e-5, true);
    ASSERT_TRUE(inside.result.has_value()) << C;
    expect_in_boxes(given, inside.result->duals);
    EXPECT_LE(largest_imbalance(given, inside.result->duals), 1e-12 * C * 20) << C;
  }
}

// The whole way, with the ascent first.
TEST_P(LowDimensionalBiases, TakeFewEpochsWhereCIsLarge) {
  auto given = test::as_linear(problem(3, 1e4));
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<double> backend(given);
  const SolverParams params{1e-3, 20000};
  const auto result = solve_with_free_biases(given, backend, params, context);
  EXPECT_EQ(result.stopped, Stop::tolerance);
  EXPECT_LE(result.certificate.relative_gap, 1e-3);
  EXPECT_LT(result.epochs, 200);
  EXPECT_GT(result.nonzero_duals, 0u);
  EXPECT_GE(result.total_duals, result.nonzero_duals);
}

INSTANTIATE_TEST_SUITE_P(All, LowDimensionalBiases,
                         testing::Combine(testing::Values(SlackGroups::instance,
                                                          SlackGroups::constraint),
                                          testing::Values(1, 2), testing::Bool(), testing::Bool()));

// As psi-learning has it: the tangents of some examples are taken away from the hinge.
Problem<double> with_tangents(double C, std::size_t every) {
  Shape shape;
  shape.instances = 24;
  shape.decisions = 3;
  shape.features = 2;
  shape.flat = true;
  shape.C = C;
  auto given = test::random_problem<double>(6, shape);
  given.constant = 1;
  given = test::as_linear(given);
  auto anchor = std::make_shared<WeightRows<double>>(given.features, 3);
  given.bias_terms.assign(3, 0.0);
  UnitChange<double> change(3);
  for (std::size_t i = 0; i < given.rows.size(); i += every) {
    const Decision plus = given.constraints.blocks(i)[0].plus, minus = (plus + 1) % 3;
    given.bias_terms[plus] += given.C[i];
    given.bias_terms[minus] -= given.C[i];
    change.add(given.score_map, plus, -given.C[i]);
    change.add(given.score_map, minus, given.C[i]);
    anchor->add(given.rows.row(i), change);
    change.clear();
  }
  anchor->set_row(0, std::vector<double>(3));
  given.offset = -0.5 * anchor->squared_norm();
  given.anchor = std::move(anchor);
  return given;
}

TEST(Tangents, AreSolvedForEveryC) {
  for (const double C : {1e-3, 1.0, 1e3, 1e5}) {
    const auto given = with_tangents(C, 4);
    const auto inside = solve_inside(given, 1e-4, true);
    ASSERT_TRUE(inside.result.has_value()) << C;
    EXPECT_LE(largest_imbalance(given, inside.result->duals), 1e-12 * C * 24) << C;
    expect_in_boxes(given, inside.result->duals);
  }
}

// Where every example has its tangent, every box is full: the duals have no interior.
TEST(Tangents, MayLeaveTheDualsNoChoice) {
  const auto given = with_tangents(0.7, 1);
  const auto inside = solve_inside(given, 1e-4, true);
  ASSERT_TRUE(inside.result.has_value());
  expect_in_boxes(given, inside.result->duals);
}

TEST(Tangents, ReachTheObjectiveOfTheAscent) {
  auto given = with_tangents(0.3, 4);
  const auto inside = solve_inside(given, 1e-7, true);
  ASSERT_TRUE(inside.result.has_value());
  // With a tolerance that a few epochs do not reach and none left for another method.
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<double> backend(given);
  const SolverParams params{0.05, 10};
  const auto climbed = solve_with_free_biases(given, backend, params, context);
  EXPECT_LE(climbed.certificate.lower_bound, inside.result->certificate.primal * (1 + 1e-9));
  EXPECT_GE(climbed.certificate.primal, inside.result->certificate.primal * (1 - 1e-7));
}

TEST(LowDimensions, AreAQuestionOfTheNumberOfWeights) {
  Shape shape;
  EXPECT_LT(visits_before_interior_point(test::random_problem<double>(1, shape)), 20000u);
  shape.features = 500;
  EXPECT_EQ(visits_before_interior_point(test::random_problem<double>(1, shape)), never);
}

TEST(LowDimensions, HardMarginsAreLeftToTheAscent) {
  auto given = test::random_problem<double>(1, {});
  given.C[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(visits_before_interior_point(given), never);
}

TEST(LowDimensions, NoInstanceIsNoMatter) {
  Problem<double> empty;
  empty.features = 2;
  empty.score_map = ScoreMap::identity(3);
  empty.constraints = ConstraintSet(3);
  EXPECT_EQ(visits_before_interior_point(empty), never);
}

TEST(LowDimensions, ALongAscentIsHandedOver) {
  Shape shape;
  shape.features = 2;
  shape.C = 1e4;
  for (const bool flat : {false, true}) {
    shape.flat = flat;
    auto given = test::random_problem<float>(8, shape);
    std::vector<SolverResult> results;
    for (const unsigned threads : {1u, 3u}) {
      LinearBackend<float> backend(given);
      results.push_back(test::run_solver(given, backend, 1e-3, threads, 20000));
    }
    EXPECT_EQ(results[0].stopped, Stop::tolerance);
    EXPECT_LT(results[0].epochs, 200);
    EXPECT_GE(results[0].visits, visits_before_interior_point(given));
    EXPECT_EQ(results[0].certificate.primal, results[1].certificate.primal);
    EXPECT_EQ(results[0].certificate.lower_bound, results[1].certificate.lower_bound);
    EXPECT_GT(results[0].nonzero_duals, 0u);
  }
}

TEST(LowDimensions, MaxEpochsHoldForBothTogether) {
  Shape shape;
  shape.features = 2;
  shape.C = 1e5;
  auto given = test::random_problem<double>(9, shape);
  const int limit = 15;
  LinearBackend<double> backend(given);
  const auto result = test::run_solver(given, backend, 1e-6, 1, limit);
  EXPECT_EQ(result.stopped, Stop::max_epochs);
  EXPECT_EQ(result.epochs, limit);
}

}  // namespace
}  // namespace clade::detail

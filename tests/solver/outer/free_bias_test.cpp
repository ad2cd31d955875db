#include "solver/outer/free_bias.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/train_context.h"
#include "tests/solver/kernel_problem.h"

namespace clade::detail {
namespace {

using test::enough_cache;
using test::Shape;

struct Solved {
  SolverResult result;
  std::vector<double> biases;  // by unit
};

template <class Backend>
Solved solve(Problem<typename Backend::Real>& problem, Backend& backend, double tolerance,
             int max_epochs = 100000, unsigned threads = 1) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SolverParams params{tolerance, max_epochs};
  Solved solved{solve_with_free_biases(problem, backend, params, context), {}};
  solved.biases = backend.constant_weights();
  for (double& b : solved.biases) b *= problem.constant;
  return solved;
}

template <class Real>
Solved solve_kernel(Problem<Real> problem, const KernelSpec& spec, double tolerance,
                    int max_epochs = 100000, unsigned threads = 1) {
  GramRows<Real> gram(spec, problem.rows, problem.features, enough_cache);
  KernelBackend<Real> backend(problem, gram, test::enough_near);
  return solve(problem, backend, tolerance, max_epochs, threads);
}

template <class Real>
Solved solve_linear(const Problem<Real>& problem, double tolerance, int max_epochs = 100000) {
  Problem<Real> linear = test::as_linear(problem);
  LinearBackend<Real> backend(linear);
  return solve(linear, backend, tolerance, max_epochs);
}

class FreeBiases : public testing::TestWithParam<std::tuple<SlackGroups, int, bool, bool>> {
 protected:
  template <class Real>
  Problem<Real> problem(std::uint64_t seed, std::size_t instances = 25) const {
    Shape shape;
    shape.instances = instances;
    shape.C = 0.5;
    std::tie(shape.groups, shape.slack_power, shape.binary, shape.flat) = GetParam();
    auto made = test::random_problem<Real>(seed, shape);
    made.constant = 1.5;
    return made;
  }
};

TEST_P(FreeBiases, BoundsEncloseTheValueOfALongRun) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto exact = problem<double>(seed);
    const Solved best = solve_kernel(exact, {}, 1e-8);
    ASSERT_EQ(best.result.stopped, Stop::tolerance);
    const double optimum = best.result.certificate.primal;
    for (const double tolerance : {0.3, 1e-2, 3e-3}) {
      for (const Solved& rough :
           {solve_linear(problem<float>(seed), tolerance), solve_linear(exact, tolerance),
            solve_kernel(problem<float>(seed), {}, tolerance),
            solve_kernel(exact, {}, tolerance)}) {
        EXPECT_EQ(rough.result.stopped, Stop::tolerance);
        EXPECT_LE(rough.result.certificate.relative_gap, tolerance);
        EXPECT_LE(rough.result.certificate.lower_bound, optimum * (1 + 1e-6));
        EXPECT_GE(rough.result.certificate.primal, optimum * (1 - 1e-6));
      }
    }
  }
}

// Closer steps may follow looser ones for a while, but never the other way round: the run would go
// in circles.
TEST_P(FreeBiases, ReachCloseTolerances) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Solved solved = solve_kernel(problem<double>(seed), {}, 1e-6);
    EXPECT_EQ(solved.result.stopped, Stop::tolerance) << seed;
    EXPECT_LT(solved.result.epochs, 20000) << seed;
  }
}

// A second road: a constant feature of value s has the price ||b||^2 / (2 s^2), which vanishes.
// What is left of it at 2 s is a quarter of that at s, but for a fourth power.
TEST_P(FreeBiases, AreTheLimitOfAConstantFeatureThatGrows) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    auto given = problem<double>(seed);
    const Solved free = solve_kernel(given, {}, 1e-8);
    const double optimum = free.result.certificate.primal;
    double squared = 0;
    for (const double b : free.biases) squared += b * b;
    std::vector<double> above;
    for (const double value : {4.0, 8.0}) {
      given.constant = value;
      GramRows<double> gram({}, given.rows, given.features, enough_cache);
      KernelBackend<double> backend(given, gram, test::enough_near);
      const auto priced = test::run_solver(given, backend, 1e-6);
      ASSERT_EQ(priced.stopped, Stop::tolerance) << value;
      above.push_back(priced.certificate.primal - optimum);
      EXPECT_GE(above.back(), -1e-6 * optimum);
      EXPECT_LE(above.back(), squared / (2 * value * value) + 1e-6 * optimum);
    }
    EXPECT_LT(above[1], above[0]);
    if (squared > 16) continue;  // far from the limit yet
    EXPECT_NEAR((4 * above[1] - above[0]) / 3, 0, 0.1 * above[0] + 3e-6 * optimum);
  }
}

TEST_P(FreeBiases, TheKernelBackendAgreesWithTheLinearOne) {
  const auto given = problem<double>(4);
  const Solved linear = solve_linear(given, 1e-8);
  const Solved kernel = solve_kernel(given, {}, 1e-8);
  EXPECT_NEAR(kernel.result.certificate.primal, linear.result.certificate.primal,
              1e-7 * linear.result.certificate.primal);
}

// How long the steps are must not matter.
TEST_P(FreeBiases, TheValueOfTheConstantDoesNotMatter) {
  auto given = problem<double>(5);
  given.constant = 0.3;
  const double small = solve_linear(given, 1e-6).result.certificate.primal;
  given.constant = 5;
  const double large = solve_linear(given, 1e-6).result.certificate.primal;
  EXPECT_NEAR(small, large, 3e-6 * large);
}

TEST_P(FreeBiases, DualsMeetTheEqualities) {
  const auto given = problem<double>(6);
  const Solved solved = solve_kernel(given, {KernelKind::rbf, 0.3}, 1e-6);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  std::vector<double> sums(given.constraints.decisions());
  for (const auto& of_instance : solved.result.duals) {
    for (const DualVariable& v : of_instance) {
      if (v.plus != constant_zero) sums[v.plus] += v.scale * v.beta;
      if (v.minus != constant_zero) sums[v.minus] -= v.scale * v.beta;
    }
  }
  for (const double sum : sums) EXPECT_NEAR(sum, 0, 1e-10);
}

TEST_P(FreeBiases, ThreadsDoNotChangeTheResult) {
  const auto given = problem<float>(7, 150);
  const Solved one = solve_kernel(given, {KernelKind::rbf, 0.3}, 1e-2, 100000, 1);
  const Solved four = solve_kernel(given, {KernelKind::rbf, 0.3}, 1e-2, 100000, 4);
  EXPECT_EQ(one.result.certificate.primal, four.result.certificate.primal);
  EXPECT_EQ(one.biases, four.biases);
}

TEST_P(FreeBiases, EndAtMaxEpochsWithBoundsThatHold) {
  const auto given = problem<double>(8);
  const double optimum = solve_linear(given, 1e-8).result.certificate.primal;
  for (const int most : {1, 2, 3, 5, 10, 20}) {
    const Solved solved = solve_linear(given, 1e-13, most);
    EXPECT_EQ(solved.result.stopped, Stop::max_epochs) << most;
    EXPECT_LE(solved.result.epochs, most);
    EXPECT_LE(solved.result.certificate.lower_bound, optimum * (1 + 1e-7));
    EXPECT_GE(solved.result.certificate.primal, optimum * (1 - 1e-7));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, FreeBiases,
                         testing::Values(std::tuple{SlackGroups::instance, 1, false, false},
                                         std::tuple{SlackGroups::instance, 2, false, false},
                                         std::tuple{SlackGroups::constraint, 1, false, false},
                                         std::tuple{SlackGroups::constraint, 1, true, false},
                                         std::tuple{SlackGroups::constraint, 2, true, false},
                                         std::tuple{SlackGroups::instance, 1, false, true},
                                         std::tuple{SlackGroups::instance, 2, false, true}));

// Every step moves a label and a rival by the same amount.
TEST(FreeBias, BiasesOfFlatRankingProblemsSumToZero) {
  Shape shape;
  shape.flat = true;
  auto problem = test::random_problem<double>(9, shape);
  problem.constant = 1;
  for (const Solved& solved : {solve_linear(problem, 1e-4), solve_kernel(problem, {}, 1e-4)}) {
    double sum = 0, largest = 0;
    for (const double b : solved.biases) {
      sum += b;
      largest = std::max(largest, std::abs(b));
    }
    EXPECT_GT(largest, 0.01);
    EXPECT_NEAR(sum, 0, 1e-10);
  }
}

// The same examples, and two more decisions that are nobody's label.
Problem<double> with_two_more(const Problem<double>& problem, bool binary) {
  Problem<double> wider = problem;
  wider.score_map = ScoreMap::identity(6);
  wider.constraints = ConstraintSet(6);
  const auto all = wider.constraints.add_list(std::vector<Decision>{0, 1, 2, 3, 4, 5});
  const auto zero = wider.constraints.add_list(std::vector<Decision>{constant_zero});
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const auto own = problem.constraints.left_out(i);
    std::vector<ConstraintSet::Block> blocks{{own[0], binary ? zero : all}};
    if (binary) blocks.push_back({constant_zero, all});
    wider.constraints.add_instance(wider.constraints.add_pattern(blocks, own));
  }
  return wider;
}

// Nothing holds the biases of such classes from below, so they cost nothing.
TEST(FreeBias, ClassesWithoutExamplesDoNotChangeTheObjective) {
  for (const bool binary : {false, true}) {
    Shape shape;
    shape.binary = binary;
    shape.groups = binary ? SlackGroups::constraint : SlackGroups::instance;
    shape.decisions = 4;
    shape.flat = true;
    shape.features = 4;
    auto problem = test::random_problem<double>(10, shape);
    problem.constant = 1;
    const auto wider = with_two_more(problem, binary);
    const double expected = solve_kernel(problem, {}, 1e-8).result.certificate.primal;
    for (const Solved& solved : {solve_linear(wider, 1e-6), solve_kernel(wider, {}, 1e-6)}) {
      EXPECT_EQ(solved.result.stopped, Stop::tolerance);
      EXPECT_NEAR(solved.result.certificate.primal, expected, 2e-6 * expected);
      const double lowest = *std::min_element(solved.biases.begin(), solved.biases.begin() + 4);
      EXPECT_LT(solved.biases[4], lowest + 1e-3);
      EXPECT_LT(solved.biases[5], lowest + 1e-3);
    }
  }
}

TEST(FreeBias, WithoutConstraintsIsZero) {
  auto problem = test::random_problem<double>(11, Shape{});
  ConstraintSet none(6);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    none.add_instance(none.add_pattern({}, {}));
  }
  problem.constraints = none;
  problem.constant = 1;
  EXPECT_EQ(solve_linear(problem, 1e-3).result.certificate.primal, 0);
  EXPECT_EQ(solve_kernel(problem, {}, 1e-3).result.certificate.primal, 0);
}

}  // namespace
}  // namespace clade::detail

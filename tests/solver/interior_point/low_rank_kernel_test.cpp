#include "solver/interior_point/low_rank_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "solver/interior_point/constraint_list.h"
#include "solver/outer/free_bias.h"
#include "solver/problem/slack.h"
#include "tests/solver/kernel_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

KernelSpec smooth() {
  KernelSpec spec;
  spec.kind = KernelKind::rbf;
  spec.gamma = 0.2;
  return spec;
}

template <class Real>
Problem<Real> problem_of(Shape shape, std::uint64_t seed, double C, double constant) {
  const bool with_anchor = std::exchange(shape.with_anchor, false);
  shape.features = 2;
  shape.C = C;
  auto made = test::random_problem<Real>(seed, shape);
  made.constant = constant;
  if (with_anchor) made.anchor = test::random_anchor(made, seed);
  return made;
}

template <class Real>
struct Inside {
  std::optional<SolverResult> result;
  std::vector<double> coefficients;  // by instance and unit, with those of w0
  std::vector<double> own;           // without
  std::vector<double> constant_weights;
};

template <class Real>
Inside<Real> solve_inside(const Problem<Real>& problem, double tolerance, bool free_bias = false,
                          unsigned threads = 1) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  GramRows<Real> gram(smooth(), problem.rows, problem.features, test::enough_cache);
  KernelBackend<Real> backend(problem, gram, test::enough_near);
  Inside<Real> inside;
  inside.result = solve_by_interior_point(problem, backend, {tolerance, 1000}, free_bias, context);
  inside.constant_weights = backend.constant_weights();
  const auto read = [&](const WeightRows<Real>& rows, std::vector<double>& to) {
    std::vector<Real> row(rows.units());
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      rows.view().copy_row(i, row);
      to.insert(to.end(), row.begin(), row.end());
    }
  };
  read(backend.coefficients(), inside.own);
  read(backend.take_coefficients(), inside.coefficients);
  return inside;
}

// The ascent alone.
template <class Real>
SolverResult climb(Problem<Real> problem, double tolerance, bool free_bias = false) {
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  const SparseRows<Real> rows = test::precomputed_rows(smooth(), problem);
  GramRows<Real> gram(test::precomputed_kernel(), rows, rows.size(), test::enough_cache);
  KernelBackend<Real> backend(problem, gram, test::enough_near);
  const SolverParams params{tolerance, 500};
  if (free_bias) return solve_with_free_biases(problem, backend, params, context);
  return Ascent<KernelBackend<Real>>(problem, backend, params, context).run();
}

// The primal objective straight from its formula, with every entry of the kernel.
template <class Real>
double primal_of(const Problem<Real>& problem, const Inside<Real>& inside, bool free_bias) {
  const std::size_t units = problem.score_map.units(), size = problem.rows.size();
  std::vector<double> raw(size * units);
  double value = problem.offset;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double k =
          test::by_formula(smooth(), problem.rows.row(i), problem.rows.row(j), problem.features);
      for (std::size_t u = 0; u < units; ++u) {
        raw[i * units + u] += k * inside.coefficients[j * units + u];
        value += 0.5 * k * inside.own[i * units + u] * inside.own[j * units + u];
      }
    }
    for (std::size_t u = 0; u < units; ++u) {
      raw[i * units + u] += problem.constant * inside.constant_weights[u];
    }
  }
  for (std::size_t u = 0; u < units && !free_bias; ++u) {
    double of_anchor = 0;
    if (problem.anchor != nullptr) {
      of_anchor = static_cast<double>(problem.anchor->view().row(size)[u]);
    }
    value += 0.5 * std::pow(inside.constant_weights[u] - of_anchor, 2);
  }
  const ConstraintList list = list_constraints(problem);
  for (std::size_t i = 0; i < size; ++i) {
    const auto score = [&](Decision d) {
      double sum = 0;
      if (d == constant_zero) return sum;
      for (const Attribute& a : problem.score_map.of(d)) {
        sum += a.strength * raw[i * units + index_of(a.unit)];
      }
      return sum;
    };
    for (std::size_t g = list.first_group[i]; g < list.first_group[i + 1]; ++g) {
      double slack = 0;
      for (std::size_t c = list.groups[g].begin; c < list.groups[g].end; ++c) {
        const auto& [plus, minus, scale] = list.constraints[c];
        slack = std::max(slack, scale * (1 - score(plus) + score(minus)));
      }
      value += Slack{list.groups[g].C, problem.slack_power}.cost(slack);
    }
  }
  return value;
}

class LowRankKernels : public test::EveryKind {};

// For every C, up to where the ascent alone does not end: what both prove agrees, and the primal
// value is that of the coefficients and the whole kernel.
TEST_P(LowRankKernels, AreSolvedForEveryC) {
  for (const double C : {1e-2, 1.0, 1e3}) {
    for (const double constant : {0.0, 0.7}) {
      const auto given = problem_of<double>(shape(), 1, C, constant);
      const auto inside = solve_inside(given, 1e-6);
      ASSERT_TRUE(inside.result.has_value()) << C;
      const Certificate& found = inside.result->certificate;
      EXPECT_LE(found.relative_gap, 1e-6);
      const double primal = primal_of(given, inside, false);
      EXPECT_LE(primal, found.primal * (1 + 1e-12));
      EXPECT_NEAR(primal, found.primal, 1e-6 * found.primal);
      const SolverResult climbed = climb(given, 1e-5);
      EXPECT_LE(found.lower_bound, climbed.certificate.primal * (1 + 1e-12)) << C;
      EXPECT_GE(found.primal, climbed.certificate.lower_bound * (1 - 1e-12)) << C;
      if (C <= 1) {
        ASSERT_EQ(climbed.stopped, Stop::tolerance);
        EXPECT_NEAR(found.primal, climbed.certificate.primal, 1.1e-5 * found.primal);
      }
    }
  }
}

TEST_P(LowRankKernels, WithFreeBiasesDoTheSame) {
  if (shape().with_anchor) return;
  for (const double C : {1e-2, 1.0, 1e3}) {
    const auto given = problem_of<double>(shape(), 2, C, 1);
    const auto inside = solve_inside(given, 1e-4, true);
    ASSERT_TRUE(inside.result.has_value()) << C;
    const Certificate& found = inside.result->certificate;
    EXPECT_LE(found.relative_gap, 1e-4);
    const double primal = primal_of(given, inside, true);
    EXPECT_LE(primal, found.primal * (1 + 1e-12));
    EXPECT_NEAR(primal, found.primal, 1e-4 * found.primal);
    const SolverResult climbed = climb(given, 1e-4, true);
    EXPECT_LE(found.lower_bound, climbed.certificate.primal * (1 + 1e-12)) << C;
    EXPECT_GE(found.primal, climbed.certificate.lower_bound * (1 - 1e-12)) << C;
  }
}

TEST_P(LowRankKernels, InSinglePrecisionTheBoundsEncloseTheOptimum) {
  for (const double C : {1.0, 1e3}) {
    const auto single = solve_inside(problem_of<float>(shape(), 3, C, 1), 1e-3);
    const auto twice = solve_inside(problem_of<double>(shape(), 3, C, 1), 1e-4);
    ASSERT_TRUE(single.result.has_value()) << C;
    ASSERT_TRUE(twice.result.has_value()) << C;
    const Certificate &rough = single.result->certificate, &fine = twice.result->certificate;
    EXPECT_GE(rough.primal, fine.lower_bound * (1 - 1e-6)) << C;
    EXPECT_LE(rough.lower_bound, fine.primal * (1 + 1e-6)) << C;
  }
}

INSTANTIATE_TEST_SUITE_P(All, LowRankKernels, test::every_kind());

Problem<double> plane(double C) {
  Shape shape;
  shape.instances = 200;
  shape.decisions = 4;
  shape.flat = true;
  return problem_of<double>(shape, 4, C, 1);
}

TEST(LowRankKernel, IsTheSameForAnyNumberOfThreads) {
  const auto given = plane(1e3);
  const auto one = solve_inside(given, 1e-3, true, 1), two = solve_inside(given, 1e-3, true, 2);
  ASSERT_TRUE(one.result && two.result);
  EXPECT_EQ(one.coefficients, two.coefficients);
  EXPECT_EQ(one.constant_weights, two.constant_weights);
  EXPECT_EQ(one.result->certificate.primal, two.result->certificate.primal);
}

// The whole way, with the ascent first, which alone takes thousands of epochs.
TEST(LowRankKernel, EndsInFewEpochsWhereCIsLarge) {
  for (const bool free_bias : {false, true}) {
    auto given = plane(1e4);
    ThreadPool pool(1);
    Reporter reporter;
    TrainContext context{reporter, pool, 7};
    GramRows<double> gram(smooth(), given.rows, given.features, test::enough_cache);
    KernelBackend<double> backend(given, gram, test::enough_near);
    const SolverParams params{1e-3, 20000};
    const SolverResult result =
        free_bias ? solve_with_free_biases(given, backend, params, context)
                  : Ascent<KernelBackend<double>>(given, backend, params, context).run();
    EXPECT_EQ(result.stopped, Stop::tolerance);
    EXPECT_LE(result.certificate.relative_gap, 1e-3);
    EXPECT_LT(result.epochs, 200);
    EXPECT_GT(result.nonzero_duals, 0u);
    EXPECT_GE(result.total_duals, result.nonzero_duals);
  }
}

TEST(LowRankKernel, IsNotForHardMarginsNorForKernelsThatAreGiven) {
  auto given = plane(1);
  GramRows<double> gram(smooth(), given.rows, given.features, test::enough_cache);
  EXPECT_LT(visits_before_rank(given, KernelBackend<double>(given, gram, test::enough_near)),
            10000u);
  const SparseRows<double> rows = test::precomputed_rows(smooth(), given);
  GramRows<double> matrix(test::precomputed_kernel(), rows, rows.size(), test::enough_cache);
  EXPECT_EQ(visits_before_rank(given, KernelBackend<double>(given, matrix, test::enough_near)),
            never);
  given.C.assign(given.C.size(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(visits_before_rank(given, KernelBackend<double>(given, gram, test::enough_near)),
            never);
}

// A kernel that tells all instances apart has full rank: the ascent does not stop for it.
TEST(LowRankKernel, IsNotForFullRank) {
  Shape shape;
  shape.instances = 600;
  shape.decisions = 4;
  shape.flat = true;
  const auto given = problem_of<double>(shape, 5, 1, 0);
  KernelSpec sharp = smooth();
  sharp.gamma = 1e6;
  GramRows<double> gram(sharp, given.rows, given.features, test::enough_cache);
  EXPECT_EQ(visits_before_interior_point(given, KernelBackend<double>(given, gram, 0), {1e-3, 100}),
            never);
}

}  // namespace
}  // namespace clade::detail

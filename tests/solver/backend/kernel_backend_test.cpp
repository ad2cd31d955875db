#include "solver/backend/kernel_backend.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>

#include "base/train_context.h"
#include "tests/solver/kernel_problem.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::enough_cache;
using test::Shape;

template <class Real>
struct Solved {
  SolverResult result;
  WeightRows<Real> coefficients;
};

template <class Real>
Solved<Real> solve(Problem<Real> problem, const KernelSpec& spec, double tolerance,
                   unsigned threads = 1, std::size_t cache_bytes = enough_cache,
                   std::size_t near_bytes = test::enough_near) {
  GramRows<Real> gram(spec, problem.rows, problem.features, cache_bytes);
  KernelBackend<Real> backend(problem, gram, near_bytes);
  SolverResult result = test::run_solver(problem, backend, tolerance, threads);
  const auto& c = backend.coefficients();
  return {std::move(result), c.combined(1, c, 0, c.features())};
}

template <class Real>
void expect_same_coefficients(const WeightRows<Real>& a, const WeightRows<Real>& b) {
  ASSERT_EQ(a.features(), b.features());
  std::vector<Real> of_a(a.units()), of_b(b.units());
  for (std::size_t i = 0; i < a.features(); ++i) {
    a.view().copy_row(i, of_a);
    b.view().copy_row(i, of_b);
    ASSERT_EQ(of_a, of_b) << "instance " << i;
  }
}

class KernelProblems
    : public testing::TestWithParam<std::tuple<SlackGroups, int, bool, bool, double, bool>> {
 protected:
  Problem<double> problem(std::uint64_t seed, std::size_t instances = 25) const {
    Shape shape;
    shape.instances = instances;
    double constant = 0;
    bool with_anchor = false;
    std::tie(shape.groups, shape.slack_power, shape.binary, shape.flat, constant, with_anchor) =
        GetParam();
    auto made = test::random_problem<double>(seed, shape);
    made.constant = constant;
    if (with_anchor) made.anchor = test::random_anchor(made, seed);
    return made;
  }
};

TEST_P(KernelProblems, ReachTheObjectiveOfTheLinearBackendWithTheLinearKernel) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto given = problem(seed);
    const auto linear = test::solve_linear(test::as_linear(given), 1e-8);
    const auto kernel = solve(given, {}, 1e-8);
    ASSERT_EQ(linear.stopped, Stop::tolerance);
    EXPECT_EQ(kernel.result.stopped, Stop::tolerance);
    EXPECT_NEAR(kernel.result.certificate.primal, linear.certificate.primal,
                2e-8 * linear.certificate.primal);
    EXPECT_NEAR(kernel.result.certificate.dual, linear.certificate.dual,
                2e-8 * linear.certificate.primal);
  }
}

// At the weights of the coefficients, by the formulas, with the linear kernel.
test::Objectives objectives_of(const Problem<double>& given, const Solved<double>& solved) {
  auto with_coefficients = given;
  const std::size_t units = given.score_map.units();
  auto total = std::make_shared<WeightRows<double>>(given.rows.size() + 1, units);
  std::vector<double> row(units), sum(units);
  for (std::size_t i = 0; i < given.rows.size(); ++i) {
    solved.coefficients.view().copy_row(i, row);
    for (std::size_t u = 0; u < units; ++u) {
      sum[u] += given.constant * row[u];
      total->row(i)[u] = row[u] + (given.anchor ? given.anchor->view().row(i)[u] : 0);
    }
  }
  for (std::size_t u = 0; u < units; ++u) {
    total->row(given.rows.size())[u] =
        sum[u] + (given.anchor ? given.anchor->view().row(given.rows.size())[u] : 0);
  }
  with_coefficients.anchor = total;
  return test::objectives(test::as_linear(given), *test::as_linear(with_coefficients).anchor,
                          solved.result.duals);
}

TEST_P(KernelProblems, CertificatesAgreeWithTheFormulas) {
  const auto given = problem(5);
  for (const double tolerance : {0.1, 1e-6}) {
    const auto solved = solve(given, {}, tolerance);
    const auto expected = objectives_of(given, solved);
    EXPECT_NEAR(solved.result.certificate.primal, expected.primal, 1e-9 * expected.primal);
    EXPECT_NEAR(solved.result.certificate.dual, expected.dual, 1e-9 * expected.primal);
  }
}

// Many constraints fail by very little there, and slightly longer weights pay less for it.
TEST(KernelSolver, TakesLongerWeightsAtLargeC) {
  int taken = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Shape shape;
    shape.instances = 60;
    shape.features = 80;
    shape.C = 1000;
    const auto given = test::random_problem<double>(seed, shape);
    const auto optimum = solve(given, {}, 1e-9).result.certificate.primal;
    const auto solved = solve(given, {}, 3e-3);
    const Certificate& bounds = solved.result.certificate;
    EXPECT_EQ(solved.result.stopped, Stop::tolerance);
    EXPECT_NEAR(bounds.primal, objectives_of(given, solved).primal, 1e-9 * bounds.primal);
    EXPECT_GE(bounds.primal, optimum * (1 - 1e-8));
    EXPECT_LE(bounds.lower_bound, optimum * (1 + 1e-8));
    EXPECT_EQ(solved.result.has_weights_of_duals, bounds.weight_scale == 1);
    taken += bounds.weight_scale > 1 ? 1 : 0;
  }
  EXPECT_GT(taken, 0);
}

TEST_P(KernelProblems, ThreadsAndCacheDoNotChangeTheResult) {
  const auto given = problem(6, 300);
  const KernelSpec spec{KernelKind::rbf, 0.3};
  const auto one = solve(given, spec, 1e-3, 1);
  for (const unsigned threads : {2U, 4U}) {
    const auto more = solve(given, spec, 1e-3, threads);
    EXPECT_EQ(one.result.certificate.primal, more.result.certificate.primal);
    EXPECT_EQ(one.result.epochs, more.result.epochs);
    expect_same_coefficients(one.coefficients, more.coefficients);
  }
  const std::size_t small = 40 * 304 * sizeof(double);  // 40 of 300 rows
  expect_same_coefficients(one.coefficients, solve(given, spec, 1e-3, 1, small).coefficients);
}

// Nothing of the matrix is kept apart, or only what few instances need.
TEST_P(KernelProblems, HaveTheSameOptimumWithLittleMemory) {
  const auto given = problem(6, 300);
  const KernelSpec spec{KernelKind::rbf, 0.3};
  const double tolerance = 1e-3;
  const auto exact = solve(given, spec, tolerance).result.certificate;
  for (const std::size_t side : {0U, 50U, 150U}) {
    const std::size_t small = 40 * 304 * sizeof(double), near_bytes = side * side * sizeof(double);
    const auto one = solve(given, spec, tolerance, 1, small, near_bytes);
    EXPECT_EQ(one.result.stopped, Stop::tolerance);
    EXPECT_NEAR(one.result.certificate.primal, exact.primal, tolerance * exact.primal);
    expect_same_coefficients(one.coefficients,
                             solve(given, spec, tolerance, 2, small, near_bytes).coefficients);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, KernelProblems,
    testing::Values(std::tuple{SlackGroups::instance, 1, false, false, 0.0, false},
                    std::tuple{SlackGroups::instance, 2, false, false, 0.0, false},
                    std::tuple{SlackGroups::constraint, 1, false, false, 0.0, false},
                    std::tuple{SlackGroups::constraint, 2, false, false, 1.5, false},
                    std::tuple{SlackGroups::constraint, 1, true, false, 0.0, false},
                    std::tuple{SlackGroups::constraint, 2, true, false, 1.0, false},
                    std::tuple{SlackGroups::instance, 1, false, true, 0.0, false},
                    std::tuple{SlackGroups::instance, 2, false, true, 1.0, false},
                    std::tuple{SlackGroups::instance, 1, false, false, 0.0, true},
                    std::tuple{SlackGroups::instance, 2, false, false, 1.5, true},
                    std::tuple{SlackGroups::constraint, 1, true, false, 1.5, true},
                    std::tuple{SlackGroups::instance, 1, false, true, 1.5, true}));

// Raw scores as they must be: of the anchor and of the coefficients, one kernel at a time.
template <class Real>
double expected_score(const Problem<Real>& problem, const GramRows<Real>& gram,
                      const KernelBackend<Real>& backend, std::size_t j, std::size_t unit) {
  double sum = 0;
  std::vector<Real> row(problem.score_map.units());
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    backend.coefficients().view().copy_row(i, row);
    sum +=
        static_cast<double>(row[unit]) * (gram.between(i, j) + problem.constant * problem.constant);
    if (problem.anchor == nullptr) continue;
    sum += static_cast<double>(problem.anchor->view().row(i)[unit]) * gram.between(i, j);
  }
  if (problem.anchor == nullptr) return sum;
  return sum + problem.constant *
                   static_cast<double>(problem.anchor->view().row(problem.rows.size())[unit]);
}

template <class Real>
void expect_right_scores(const Problem<Real>& problem, const GramRows<Real>& gram,
                         const KernelBackend<Real>& backend,
                         std::span<const std::uint32_t> instances) {
  AlignedArray<Real> raw(backend.raw_size());
  const double rounding = 100 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  for (const std::uint32_t j : instances) {
    backend.score(j, raw.data());
    for (std::size_t u = 0; u < problem.score_map.units(); ++u) {
      const double expected = expected_score(problem, gram, backend, j, u);
      ASSERT_NEAR(raw[u], expected, rounding * std::max(1.0, std::abs(expected))) << j << ' ' << u;
    }
  }
}

template <class Real>
class KernelBackendOf : public testing::Test {
 protected:
  static void change(KernelBackend<Real>& backend, std::span<const std::uint32_t> instances,
                     std::size_t units, Random& random) {
    UnitChange<Real> change(units);
    for (int k = 0; k < 12; ++k) {
      const auto unit = static_cast<std::uint32_t>(random.below(units));
      change.add(UnitId{unit}, random.normal());
      backend.add(instances[random.below(instances.size())], change);
      change.clear();
    }
  }
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(KernelBackendOf, Reals);

TYPED_TEST(KernelBackendOf, ScoresAreSumsOverTheCoefficients) {
  ThreadPool pool(2);
  Shape shape;
  shape.instances = 60;
  shape.units = 21;
  for (const auto& [with_anchor, near_bytes] :
       {std::pair{false, std::size_t{0}}, std::pair{true, std::size_t{0}},
        std::pair{false, test::enough_near}, std::pair{true, test::enough_near}}) {
    auto problem = test::random_problem<TypeParam>(1, shape);
    problem.constant = 1.5;
    if (with_anchor) problem.anchor = test::random_anchor(problem, 2);
    GramRows<TypeParam> gram({KernelKind::rbf, 0.2}, problem.rows, problem.features, enough_cache);
    KernelBackend<TypeParam> backend(problem, gram, near_bytes);
    std::vector<std::uint32_t> all(shape.instances), some;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      all[i] = i;
      if (i % 4 == 1) some.push_back(i);
    }
    Random random(3);
    expect_right_scores(problem, gram, backend, all);
    this->change(backend, all, shape.units, random);
    expect_right_scores(problem, gram, backend, all);
    for (int round = 0; round < 3; ++round) {
      backend.restrict_scores_to(some);
      backend.make_ready(some, pool);
      for (const std::uint32_t i : some) {
        ASSERT_NEAR(backend.inner_product(i, some[0]), gram.between(i, some[0]) + 1.5 * 1.5, 1e-5);
      }
      this->change(backend, some, shape.units, random);
      expect_right_scores(problem, gram, backend, some);
      backend.refresh_scores(pool);
      expect_right_scores(problem, gram, backend, all);
      this->change(backend, all, shape.units, random);
      expect_right_scores(problem, gram, backend, all);
      some.erase(some.begin());
    }
    backend.reset();
    expect_right_scores(problem, gram, backend, all);
  }
}

TYPED_TEST(KernelBackendOf, ManyChangesAtOnceCountAsEachAlone) {
  ThreadPool pool(2);
  Shape shape;
  shape.instances = 130;  // two tiles and a bit
  shape.units = 21;
  auto problem = test::random_problem<TypeParam>(1, shape);
  problem.constant = 1.5;
  problem.anchor = test::random_anchor(problem, 2);
  const std::size_t rows_of_40 = 40 * 144 * sizeof(TypeParam);
  std::vector<std::uint32_t> all(shape.instances);
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  WeightRows<TypeParam> first;
  for (const std::size_t cache_bytes : {enough_cache, rows_of_40}) {
    GramRows<TypeParam> gram({KernelKind::rbf, 0.2}, problem.rows, problem.features, cache_bytes);
    KernelBackend<TypeParam> backend(problem, gram, 0);
    Random random(3);
    const std::vector<std::uint32_t> blocks{0, 1};
    std::vector<AlignedArray<TypeParam>> values;
    std::vector<InstanceChange<TypeParam>> changes;
    for (const std::uint32_t i : all) {
      if (i % 3 == 0) continue;
      values.emplace_back(backend.raw_size());
      for (int k = 0; k < 3; ++k) {
        values.back()[random.below(2 * block_units<TypeParam>)] =
            static_cast<TypeParam>(random.normal());
      }
      for (std::size_t u = shape.units; u < values.back().size(); ++u) values.back()[u] = 0;
      changes.push_back({i, values.back().data(), blocks});
    }
    backend.add_many(changes, pool);
    expect_right_scores(problem, gram, backend, all);
    // To the bit, whatever the cache holds at once.
    WeightRows<TypeParam> scores(all.size(), shape.units, RowForm::dense);
    for (const std::uint32_t i : all) scores.set_row(i, backend.raw_scores(i));
    if (first.features() == 0) {
      first = std::move(scores);
    } else {
      expect_same_coefficients(first, scores);
    }
  }
}

TYPED_TEST(KernelBackendOf, FollowingEverybodyIsFollowingAsUsual) {
  ThreadPool pool(1);
  auto problem = test::random_problem<TypeParam>(1, Shape{});
  GramRows<TypeParam> gram({}, problem.rows, problem.features, enough_cache);
  KernelBackend<TypeParam> backend(problem, gram, test::enough_near);
  std::vector<std::uint32_t> all(problem.rows.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  Random random(4);
  backend.restrict_scores_to(all);
  this->change(backend, all, problem.score_map.units(), random);
  expect_right_scores(problem, gram, backend, all);
  backend.refresh_scores(pool);
  expect_right_scores(problem, gram, backend, all);
}

// Norms and the constant against a linear backend that takes the same steps.
TYPED_TEST(KernelBackendOf, NormsAndTheConstantAreThoseOfTheWeights) {
  for (const bool with_anchor : {false, true}) {
    auto problem = test::random_problem<TypeParam>(5, Shape{});
    problem.constant = 0.75;
    if (with_anchor) problem.anchor = test::random_anchor(problem, 6);
    const auto twin = test::as_linear(problem);
    GramRows<TypeParam> gram({}, problem.rows, problem.features, enough_cache);
    KernelBackend<TypeParam> kernel(problem, gram, test::enough_near);
    LinearBackend<TypeParam> linear(twin);
    const std::size_t units = problem.score_map.units();
    UnitChange<TypeParam> change(units);
    Random random(7);
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      change.add(UnitId{static_cast<std::uint32_t>(random.below(units))}, random.normal());
      kernel.add(i, change);
      linear.add(i, change);
      change.clear();
    }
    std::vector<double> moved(units);
    for (double& by : moved) by = random.normal();
    kernel.move_constant(moved);
    linear.move_constant(moved);
    const double distance = linear.squared_distance();
    const double rounding = std::is_same_v<TypeParam, float> ? 1e-4 : 1e-11;
    EXPECT_NEAR(kernel.squared_distance(), distance, rounding * distance);
    EXPECT_NEAR(kernel.along_anchor(), linear.along_anchor(), rounding * distance);
    const auto of_kernel = kernel.constant_weights(), of_linear = linear.constant_weights();
    for (std::size_t u = 0; u < units; ++u) {
      EXPECT_NEAR(of_kernel[u], of_linear[u], rounding * (1 + std::abs(of_linear[u])));
    }
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      EXPECT_NEAR(kernel.squared_length(i), linear.squared_length(i),
                  rounding * linear.squared_length(i));
    }
  }
}

// The same problem in double precision, with the kernel matrix that single precision has: that is
// the problem which is solved there.
Problem<double> with_rounded_kernel(const Problem<float>& problem, const KernelSpec& spec) {
  Problem<double> exact;
  exact.score_map = problem.score_map;
  exact.constraints = problem.constraints;
  exact.C = problem.C;
  exact.features = problem.rows.size();
  ThreadPool pool(1);
  GramRows<float> gram(spec, problem.rows, problem.features, enough_cache);
  for (std::uint32_t i = 0; i < gram.size(); ++i) {
    gram.fetch({&i, 1}, pool);
    for (std::uint32_t j = 0; j < gram.size(); ++j) {
      exact.rows.push({j, static_cast<double>(gram.row(i)[j])});
    }
    exact.rows.end_row();
  }
  return exact;
}

TEST(KernelBounds, InSinglePrecisionHoldTheOptimum) {
  for (const KernelSpec& spec :
       {KernelSpec{KernelKind::rbf, 0.3}, KernelSpec{KernelKind::poly, 1, 1, 3}}) {
    for (const double C : {0.1, 1.0}) {
      Shape shape;
      shape.instances = 150;
      shape.C = C;
      const auto problem = test::random_problem<float>(8, shape);
      const auto exact = solve(with_rounded_kernel(problem, spec), {KernelKind::precomputed}, 1e-8);
      const double optimum = exact.result.certificate.primal;
      for (const double tolerance : {1e-1, 1e-2, 1e-3, 1e-4}) {
        const auto single = solve(problem, spec, tolerance);
        EXPECT_EQ(single.result.stopped, Stop::tolerance) << enum_name(spec.kind) << " C " << C;
        EXPECT_GE(single.result.certificate.primal, optimum * (1 - 1e-6));
        EXPECT_LE(single.result.certificate.lower_bound, optimum * (1 + 1e-6));
      }
    }
  }
}

// A narrow rbf separates any examples.
TEST(KernelHardMargin, IsTheLimitOfALargeC) {
  Shape shape;
  shape.C = std::numeric_limits<double>::infinity();
  auto problem = test::random_problem<double>(2, shape);
  const KernelSpec narrow{KernelKind::rbf, 10};
  const auto hard = solve(problem, narrow, 1e-8);
  for (double& c : problem.C) c = 1e6;
  const auto soft = solve(problem, narrow, 1e-8);
  EXPECT_EQ(hard.result.stopped, Stop::tolerance);
  EXPECT_NEAR(hard.result.certificate.primal, soft.result.certificate.primal,
              1e-6 * soft.result.certificate.primal);
}

TEST(KernelHardMargin, RefusesInseparableData) {
  Shape shape;
  shape.instances = 60;
  shape.features = 3;
  shape.C = std::numeric_limits<double>::infinity();
  test::expect_error([&] { solve(test::random_problem<double>(1, shape), {}, 1e-3); },
                     ErrorKind::input, "cannot be separated");
}

TEST(KernelSolver, TakesExamplesThatTeachNothing) {
  auto problem = test::random_problem<double>(12, Shape{});
  problem.rows.end_row();  // without features
  problem.constraints.add_instance(0);
  problem.rows.push({1, 1.5});
  problem.rows.end_row();
  problem.constraints.add_instance(problem.constraints.add_pattern({}, {}));  // without constraints
  problem.C.resize(problem.C.size() + 2, 2.0);
  const auto kernel = solve(problem, {}, 1e-8);
  EXPECT_EQ(kernel.result.stopped, Stop::tolerance);
  const double expected = test::solve_linear(problem, 1e-8).certificate.primal;
  EXPECT_NEAR(kernel.result.certificate.primal, expected, 1e-7 * expected);
}

TEST(KernelSolver, StopsAtMaxEpochsAndWhenAsked) {
  auto problem = test::random_problem<double>(6, Shape{});
  GramRows<double> gram({KernelKind::rbf, 0.3}, problem.rows, problem.features, enough_cache);
  KernelBackend<double> backend(problem, gram, test::enough_near);
  const auto result = test::run_solver(problem, backend, 1e-14, 1, 2);
  EXPECT_EQ(result.stopped, Stop::max_epochs);
  EXPECT_EQ(result.epochs, 2);
  EXPECT_GE(result.certificate.primal, result.certificate.lower_bound);
  struct Impatient : Reporter {
    bool stop_requested() const override { return true; }
  } impatient;
  ThreadPool pool(1);
  TrainContext context{impatient, pool, 0};
  const SolverParams params;
  KernelBackend<double> other(problem, gram, test::enough_near);
  EXPECT_EQ(Ascent<KernelBackend<double>>(problem, other, params, context).run().stopped,
            Stop::interrupted);
}

}  // namespace
}  // namespace clade::detail

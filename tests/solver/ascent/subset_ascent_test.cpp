#include "solver/ascent/subset_ascent.h"

#include <gtest/gtest.h>

#include <tuple>

#include "solver/ascent/instance_update.h"
#include "tests/solver/kernel_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

// Kinds of score maps, of slacks, and whether there is an anchor.
class SubsetAscents : public testing::TestWithParam<std::tuple<bool, int, bool>> {
 protected:
  Problem<double> problem(std::uint64_t seed, std::size_t instances, double C = 1) const {
    Shape shape;
    shape.instances = instances;
    shape.C = C;
    bool with_anchor = false;
    std::tie(shape.flat, shape.slack_power, with_anchor) = GetParam();
    auto made = test::random_problem<double>(seed, shape);
    made.constant = 0.5;
    if (with_anchor) made.anchor = test::random_anchor(made, seed);
    return made;
  }
};

struct Setting {
  explicit Setting(const Problem<double>& of, std::size_t near_bytes = test::enough_near)
      : problem(of),
        gram({KernelKind::rbf, 0.2}, of.rows, of.features, test::enough_cache),
        backend(of, gram, near_bytes),
        tables(of),
        update(tables, backend.raw_size()),
        duals(of.rows.size()) {}

  std::vector<DualVariable> working_set(std::size_t i) {
    backend.score(i, update.raw());
    update.score_and_select(i, duals[i]);
    const auto set = update.working_set();
    return {set.begin(), set.end()};
  }
  // What the working sets and all other constraints show of the gap.
  double gap() {
    double sum = 0;
    for (std::size_t i = 0; i < duals.size(); ++i) {
      backend.score(i, update.raw());
      update.score_and_select(i, duals[i]);
      sum += update.report().gap;
    }
    return sum;
  }

  const Problem<double>& problem;
  GramRows<double> gram;
  KernelBackend<double> backend;
  ProblemTables<double> tables;
  InstanceUpdate<double> update;
  Duals duals;
  ThreadPool pool{1};
  Random random{1};
  Reporter reporter;
};

TEST_P(SubsetAscents, LowerTheGapAndLeaveTheWeightsOfTheirDuals) {
  const auto given = problem(3, 60, 5);
  Setting setting(given);
  const double before = setting.gap();
  for (int round = 0; round < 6; ++round) {
    SubsetAscent<double> ascent(setting.tables, setting.backend, setting.pool);
    for (std::uint32_t i = 0; i < given.rows.size(); ++i) {
      const auto set = setting.working_set(i);
      if (set.empty()) continue;
      ASSERT_TRUE(ascent.add_instance(i, set));
    }
    if (ascent.size() == 0) break;
    ascent.run(1e-9 * before, setting.random, setting.reporter);
    ascent.finish(setting.duals);
    EXPECT_GT(ascent.visits(), 0U);
  }
  EXPECT_LT(setting.gap(), 1e-3 * before);
  // The same weights from the duals alone.
  Setting anew(given);
  for (std::size_t i = 0; i < given.rows.size(); ++i) {
    double mass = 0;
    for (const DualVariable& v : setting.duals[i]) {
      EXPECT_GT(v.beta, 0);
      mass += v.beta;
    }
    if (given.slack_power == 1) {
      EXPECT_LE(mass, given.C[i] * (1 + 1e-9));
    }
    anew.update.add_contribution(setting.duals[i]);
    if (anew.update.has_change()) anew.backend.add(i, anew.update.unit_change());
    anew.update.clear_change();
  }
  AlignedArray<double> own(setting.backend.raw_size()), expected(setting.backend.raw_size());
  for (std::size_t i = 0; i < given.rows.size(); ++i) {
    setting.backend.score(i, own.data());
    anew.backend.score(i, expected.data());
    for (std::size_t u = 0; u < given.score_map.units(); ++u) {
      ASSERT_NEAR(own[u], expected[u], 1e-9) << i << ' ' << u;
    }
  }
}

TEST_P(SubsetAscents, LeaveEverythingElseAlone) {
  const auto given = problem(4, 40);
  Setting setting(given);
  SubsetAscent<double> ascent(setting.tables, setting.backend, setting.pool);
  for (const std::uint32_t i : {3U, 11U, 30U}) {
    ASSERT_TRUE(ascent.add_instance(i, setting.working_set(i)));
  }
  ascent.run(0, setting.random, setting.reporter);
  ascent.finish(setting.duals);
  for (std::size_t i = 0; i < setting.duals.size(); ++i) {
    EXPECT_EQ(setting.duals[i].empty(), i != 3 && i != 11 && i != 30) << i;
  }
}

TEST_P(SubsetAscents, TakeNoMoreThanFits) {
  const auto given = problem(5, 40);
  Setting setting(given, 100 * sizeof(double));
  SubsetAscent<double> ascent(setting.tables, setting.backend, setting.pool);
  std::uint32_t i = 0;
  while (i < given.rows.size() && ascent.add_instance(i, setting.working_set(i))) ++i;
  EXPECT_LT(i, given.rows.size());
  EXPECT_EQ(ascent.size(), i);
  ascent.run(0, setting.random, setting.reporter);
  ascent.finish(setting.duals);
  for (std::size_t k = i; k < given.rows.size(); ++k) EXPECT_TRUE(setting.duals[k].empty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, SubsetAscents,
                         testing::Combine(testing::Bool(), testing::Values(1, 2), testing::Bool()));

// A second algorithm for the same optimum: linear weights, visited one by one.
TEST(KernelSolver, ReachesTheOptimumOfLinearWeights) {
  for (const bool flat : {true, false}) {
    for (const int power : {1, 2}) {
      Shape shape;
      shape.instances = 80;
      shape.flat = flat;
      shape.slack_power = power;
      shape.features = 60;
      shape.C = 5;
      auto problem = test::random_problem<double>(9, shape);
      const auto linear = test::solve_linear(test::as_linear(problem), 1e-4);
      GramRows<double> gram({}, problem.rows, problem.features, test::enough_cache);
      KernelBackend<double> backend(problem, gram, test::enough_near);
      const auto kernel = test::run_solver(problem, backend, 1e-4);
      EXPECT_EQ(kernel.stopped, Stop::tolerance);
      EXPECT_NEAR(kernel.certificate.primal, linear.certificate.primal,
                  2e-4 * linear.certificate.primal);
    }
  }
}

}  // namespace
}  // namespace clade::detail

// Rows scored some at a time against the same rows one by one, and the bounds of both against sums
// in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/ascent/flat_visits.h"
#include "tests/solver/random_problem.h"
#include "tests/solver/tree/random_tree.h"

namespace clade::detail {
namespace {

// For fewer instances no account of rounding is kept.
constexpr std::size_t many_instances = 6000;

// With as many features again that no row has, the same rows are not scored in batches.
Problem<float> with_batches(Problem<float> problem, bool wants_batches) {
  if (!wants_batches) problem.features *= 2;
  EXPECT_EQ(LinearBackend<float>(problem).suits_batches(), wants_batches);
  return problem;
}

Problem<float> flat_problem(std::size_t instances, int slack_power, double C) {
  return test::random_problem<float>(3, {.instances = instances,
                                         .decisions = 20,
                                         .features = 300,
                                         .density = 0.9,
                                         .slack_power = slack_power,
                                         .flat = true,
                                         .C = C});
}

// ||w - (weights of the duals)||^2
double squared_error(const Problem<float>& problem, const WeightRows<float>& weights,
                     const Duals& duals) {
  const auto expected = test::weights_of(problem, duals);
  double sum = 0;
  for (std::size_t j = 0; j < expected.size(); ++j) {
    const auto row = weights.view().row(j);
    for (std::size_t u = 0; u < expected[j].size(); ++u) {
      const double error = static_cast<double>(row[u]) - expected[j][u];
      sum += error * error;
    }
  }
  return sum;
}

// Visits in calls of as many instances as an ascent makes, or one.
struct FlatRun {
  explicit FlatRun(Problem<float> given)
      : problem(std::move(given)),
        tables(problem),
        backend(problem),
        visits(tables, backend),
        log(problem.rows.size(), false, false),
        order(problem.rows.size()) {
    std::iota(order.begin(), order.end(), 0U);
  }
  void visit_all(std::size_t at_once) {
    for (std::size_t k = 0; k < order.size(); k += at_once) {
      visits.visit(order, k, std::min(at_once, order.size() - k), log);
    }
  }

  Problem<float> problem;
  ProblemTables<float> tables;
  LinearBackend<float> backend;
  FlatVisits<float> visits;
  VisitLog log;
  std::vector<std::uint32_t> order;
};

// The account of each is of its own steps, which differ by rounding alone.
TEST(DenseVisits, BoundWhatRoundingMovesAsRowsOneByOneDo) {
  constexpr std::size_t block = 256, epochs = 2;
  for (const int power : {1, 2}) {
    for (const double C : {0.01, 1.0, 100.0}) {
      SCOPED_TRACE(testing::Message() << "power " << power << " C " << C);
      const Problem<float> problem = flat_problem(many_instances, power, C);
      FlatRun batches(with_batches(problem, true)), batches_of_one(with_batches(problem, true));
      FlatRun rows(with_batches(problem, false));
      for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
        batches.visit_all(block);
        batches_of_one.visit_all(1);
        rows.visit_all(block);
      }
      const std::optional<double> bound = batches.visits.squared_drift();
      const std::optional<double> expected = rows.visits.squared_drift();
      const std::optional<double> of_ones = batches_of_one.visits.squared_drift();
      ASSERT_TRUE(bound.has_value() && expected.has_value() && of_ones.has_value());
      const double moved =
          squared_error(batches.problem, batches.backend.weights(), batches.visits.duals());
      EXPECT_GT(moved, 0);
      EXPECT_LE(moved, *bound);
      EXPECT_NEAR(*bound / *expected, 1, 1e-3);
      EXPECT_NEAR(*of_ones / *expected, 1, 1e-3);
      EXPECT_NEAR(batches.log.sum().gap / rows.log.sum().gap, 1, 1e-3);
      batches.backend.count_change();
      EXPECT_FALSE(batches.visits.squared_drift().has_value());
    }
  }
}

// What a run certifies, stopped early or not, is proved by its weights and duals.
void expect_proved(const Problem<float>& problem, int max_epochs = 50) {
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<float> backend(problem);
  Problem<float> copy = problem;
  SolverResult result =
      Ascent<LinearBackend<float>>(copy, backend, SolverParams{1e-3, max_epochs}, context).run();
  const auto proved = test::objectives(problem, backend.weights(), result.duals);
  const Certificate& bounds = result.certificate;
  // Duals of zero prove zero. Scores are in single precision, and C is what their errors cost.
  const double dual = std::max(0.0, proved.dual);
  const bool has_many_slacks = problem.groups == SlackGroups::constraint;
  const double rounding =
      2e-7 * std::accumulate(problem.C.begin(), problem.C.end(), 0.0) *
      (has_many_slacks ? static_cast<double>(problem.constraints.decisions()) : 1.0);
  EXPECT_LE(bounds.lower_bound, dual);
  EXPECT_NEAR(bounds.primal, proved.primal, rounding + 1e-6 * proved.primal);
  EXPECT_GE(bounds.primal - bounds.lower_bound,
            proved.primal - dual - rounding - 1e-6 * proved.primal);
}

void expect_proved_both_ways(const Problem<float>& problem, int max_epochs = 50) {
  for (const bool wants_batches : {true, false}) {
    SCOPED_TRACE(wants_batches ? "in batches" : "one by one");
    expect_proved(with_batches(problem, wants_batches), max_epochs);
  }
}

TEST(DenseVisits, ProveTheirBoundsOfFlatProblems) {
  for (const int power : {1, 2}) {
    for (const double C : {1.0, 100.0}) {
      SCOPED_TRACE(testing::Message() << "power " << power << " C " << C);
      expect_proved_both_ways(flat_problem(many_instances, power, C), 3);
    }
  }
}

TEST(DenseVisits, ProveTheirBoundsOfTrees) {
  for (const int power : {1, 2}) {
    for (const double C : {1.0, 100.0}) {
      for (const std::size_t classes : {std::size_t{40}, std::size_t{220}}) {
        SCOPED_TRACE(testing::Message()
                     << "power " << power << " C " << C << " classes " << classes);
        expect_proved_both_ways(test::random_tree_problem<float>(2, {.classes = classes,
                                                                     .instances = 200,
                                                                     .features = 300,
                                                                     .density = 0.9,
                                                                     .slack_power = power,
                                                                     .C = C}),
                                10);
      }
    }
  }
}

constexpr double close_enough = 1e-3;

Certificate certified(Problem<float> problem) {
  constexpr int epochs = 500;
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<float> backend(problem);
  const SolverParams params{close_enough, epochs};
  return Ascent<LinearBackend<float>>(problem, backend, params, context).run().certificate;
}

class DenseKinds : public test::EveryKind {};

TEST_P(DenseKinds, ProveTheirBounds) {
  test::Shape s = shape();
  if (s.with_anchor) return;  // of the first features only
  s.instances = 300;
  s.features = 600;
  s.density = 0.9;
  for (const double C : {1.0, 10.0, 100.0}) {
    SCOPED_TRACE(C);
    s.C = C;
    expect_proved_both_ways(test::random_problem<float>(6, s));
  }
}

// Steps from scores of another time would stand still before they are done.
TEST_P(DenseKinds, ComeAsFarAsRowsOneByOne) {
  test::Shape s = shape();
  if (s.with_anchor) return;
  s.instances = 300;
  s.features = 600;
  s.density = 0.9;
  for (const double C : {1.0, 5.0}) {
    SCOPED_TRACE(C);
    s.C = C;
    const Problem<float> problem = test::random_problem<float>(8, s);
    const Certificate batches = certified(with_batches(problem, true));
    const Certificate rows = certified(with_batches(problem, false));
    EXPECT_LT(batches.relative_gap, 0.5);
    EXPECT_LE(batches.relative_gap, std::max(close_enough, 4 * rows.relative_gap));
    EXPECT_LE(batches.lower_bound, rows.primal);
    EXPECT_LE(rows.lower_bound, batches.primal);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DenseKinds, test::every_kind());

}  // namespace
}  // namespace clade::detail

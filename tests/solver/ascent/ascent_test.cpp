#include "solver/ascent/ascent.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>

#include "base/threads.h"
#include "base/train_context.h"
#include "clade/error.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;
using test::Solved;

template <class Real>
Solved<Real> solve(Problem<Real> problem, double tolerance, unsigned threads = 1,
                   int max_epochs = 100000) {
  ThreadPool pool(threads);
  Reporter reporter;
  TrainContext context{reporter, pool, 7};
  LinearBackend<Real> backend(problem);
  const SolverParams params{tolerance, max_epochs};
  SolverResult result = Ascent<LinearBackend<Real>>(problem, backend, params, context).run();
  return {std::move(result), backend.take()};
}

class RandomProblems : public test::EveryKind {};

// The certificate is right when formulas written down independently give the same two values.
TEST_P(RandomProblems, CertificateAgreesWithTheFormulas) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto problem = test::random_problem<double>(seed, shape());
    const auto solved = solve(problem, 1e-9);
    const auto expected = test::objectives(problem, solved.weights, solved.result.duals);
    EXPECT_EQ(solved.result.stopped, Stop::tolerance);
    EXPECT_NEAR(solved.result.certificate.primal, expected.primal, 1e-9 * expected.primal);
    EXPECT_NEAR(solved.result.certificate.dual, expected.dual, 1e-9 * expected.primal);
    EXPECT_LE(expected.primal - expected.dual, 2e-9 * expected.primal);
  }
}

TEST_P(RandomProblems, DualsAreFeasible) {
  const auto problem = test::random_problem<double>(3, shape());
  const auto solved = solve(problem, 1e-6);
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

TEST_P(RandomProblems, FloatAndDoubleReachTheSameObjective) {
  const auto single = solve(test::random_problem<float>(4, shape()), 1e-4);
  const auto twice = solve(test::random_problem<double>(4, shape()), 1e-8);
  const double objective = twice.result.certificate.primal;
  EXPECT_GE(single.result.certificate.primal, objective * (1 - 1e-6));
  EXPECT_LE(single.result.certificate.lower_bound, objective);
}

TEST_P(RandomProblems, ThreadsDoNotChangeTheResult) {
  Shape s = shape();
  s.instances = 400;  // several blocks of the exact check
  const auto problem = test::random_problem<float>(5, s);
  const auto one = solve(problem, 1e-3, 1);
  const auto three = solve(problem, 1e-3, 3);
  EXPECT_EQ(one.result.certificate.primal, three.result.certificate.primal);
  EXPECT_EQ(one.result.certificate.dual, three.result.certificate.dual);
  for (std::size_t j = 0; j < problem.features; ++j) {
    const auto a = one.weights.view().row(j);
    const auto b = three.weights.view().row(j);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
  }
}

// Rows of many values, which are scored some at a time.
Shape dense(Shape shape) {
  shape.instances = 150;
  shape.features = 600;
  shape.density = 0.9;
  return shape;
}

TEST_P(RandomProblems, DenseRowsAreSolvedInBatches) {
  const auto problem = test::random_problem<double>(6, dense(shape()));
  EXPECT_TRUE(LinearBackend<double>(problem).suits_batches());
  const auto solved = solve(problem, 1e-9);
  const auto expected = test::objectives(problem, solved.weights, solved.result.duals);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  EXPECT_NEAR(solved.result.certificate.primal, expected.primal, 1e-9 * expected.primal);
  EXPECT_NEAR(solved.result.certificate.dual, expected.dual, 1e-9 * expected.primal);
  EXPECT_LE(expected.primal - expected.dual, 2e-9 * expected.primal);
}

TEST_P(RandomProblems, DenseRowsInSinglePrecisionReachTheSameObjective) {
  const auto problem = test::random_problem<float>(6, dense(shape()));
  EXPECT_TRUE(LinearBackend<float>(problem).suits_batches());
  const auto single = solve(problem, 1e-3, 1), three = solve(problem, 1e-3, 3);
  const auto twice = solve(test::random_problem<double>(6, dense(shape())), 1e-8);
  const double objective = twice.result.certificate.primal;
  EXPECT_EQ(single.result.stopped, Stop::tolerance);
  EXPECT_GE(single.result.certificate.primal, objective * (1 - 1e-6));
  EXPECT_LE(single.result.certificate.primal, objective * (1 + 1.1e-3));
  EXPECT_LE(single.result.certificate.lower_bound, objective);
  EXPECT_EQ(single.result.certificate.primal, three.result.certificate.primal);
  EXPECT_EQ(single.result.certificate.dual, three.result.certificate.dual);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomProblems, test::every_kind());

// Few instances in many dimensions can be separated.
Shape separable() {
  Shape shape;
  shape.instances = 6;
  shape.features = 30;
  shape.C = std::numeric_limits<double>::infinity();
  return shape;
}

TEST(HardMargin, IsTheLimitOfALargeC) {
  auto problem = test::random_problem<double>(2, separable());
  const auto hard = solve(problem, 1e-8);
  for (double& c : problem.C) c = 1e6;
  const auto soft = solve(problem, 1e-8);
  EXPECT_EQ(hard.result.stopped, Stop::tolerance);
  EXPECT_NEAR(hard.result.certificate.primal, soft.result.certificate.primal,
              1e-6 * soft.result.certificate.primal);
  EXPECT_EQ(hard.result.certificate.mean_slack, 0);
}

TEST(HardMargin, EveryConstraintHolds) {
  const auto problem = test::random_problem<double>(2, separable());
  const auto solved = solve(problem, 1e-4);
  const ScanTables<double> tables(problem.constraints, 1);
  const DecisionScores<double> map(problem.score_map);
  SlackScan<double> slack_of(problem, tables);
  AlignedArray<double> raw(solved.weights.view().stride), scores(map.padded_size());
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    solved.weights.view().score(problem.rows.row(i), raw.data());
    map(raw.data(), scores.data());
    EXPECT_GE(slack_of(i, scores.data()).margin, 1 - 1e-12);
  }
}

TEST(HardMargin, RefusesInseparableData) {
  Shape shape = separable();
  shape.instances = 60;
  shape.features = 3;
  const auto problem = test::random_problem<double>(1, shape);
  try {
    solve(problem, 1e-3);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("cannot be separated"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("use a finite C"), std::string::npos);
  }
}

// Rows of very different length: what counts is the margin of each relative to its length.
TEST(HardMargin, TakesRowsOfVeryDifferentLength) {
  auto problem = test::random_problem<double>(2, separable());
  for (auto& feature : problem.rows.mutable_row(0)) feature.value *= 1e6;
  const auto solved = solve(problem, 1e-3);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
}

TEST(HardMargin, WithoutAFeasiblePointAtTheEndIsAnError) {
  Shape shape = separable();
  shape.instances = 60;
  shape.features = 3;
  EXPECT_THROW(solve(test::random_problem<double>(1, shape), 1e-3, 1, 2), Error);
}

TEST(HardMargin, RefusesAnExampleWithoutFeatures) {
  auto problem = test::random_problem<double>(1, separable());
  problem.rows.end_row();
  problem.C.push_back(std::numeric_limits<double>::infinity());
  problem.constraints.add_instance(0);
  EXPECT_THROW(solve(problem, 1e-3), Error);
}

// The same flat problem, hidden from the visits that are for flat ones: every unit has strength -1.
template <class Real>
Problem<Real> hidden(Problem<Real> problem) {
  Csr<Attribute> rows;
  const auto decisions = static_cast<std::uint32_t>(problem.constraints.decisions());
  for (std::uint32_t d = 0; d < decisions; ++d) {
    rows.push({UnitId{d}, -1.0});
    rows.end_row();
  }
  problem.score_map = ScoreMap(std::move(rows), decisions);
  return problem;
}

class FlatProblems : public testing::TestWithParam<int> {
 protected:
  Shape shape() const {
    Shape s;
    s.flat = true;
    s.decisions = 21;
    s.features = 30;
    s.instances = 60;
    s.slack_power = GetParam();
    return s;
  }
};

TEST_P(FlatProblems, AgreeWithTheVisitsOfAnyProblem) {
  for (const double C : {1e-6, 0.01, 1.0, 5.0}) {
    Shape s = shape();
    s.C = C;
    const auto problem = test::random_problem<double>(11, s);
    const auto flat = solve(problem, 1e-8);
    const auto other = solve(hidden(problem), 1e-8);
    EXPECT_EQ(flat.result.stopped, Stop::tolerance);
    EXPECT_NEAR(flat.result.certificate.primal, other.result.certificate.primal,
                1e-7 * other.result.certificate.primal);
    const auto single = solve(test::random_problem<float>(11, s), 1e-4);
    EXPECT_EQ(single.result.stopped, Stop::tolerance) << "C " << C;
    EXPECT_NEAR(single.result.certificate.primal, other.result.certificate.primal,
                2e-4 * other.result.certificate.primal);
  }
}

// An example without features, one that every class fits, and one that is left out of the problem.
TEST_P(FlatProblems, TakeExamplesThatTeachNothing) {
  auto problem = test::random_problem<double>(12, shape());
  std::vector<Decision> everything(21);
  for (std::size_t d = 0; d < everything.size(); ++d) everything[d] = static_cast<Decision>(d);
  problem.rows.end_row();
  problem.constraints.add_instance(0);
  for (int k = 0; k < 2; ++k) {
    problem.rows.push({1, 1.5});
    problem.rows.end_row();
  }
  const std::vector<ConstraintSet::Block> one{{3, 0}};
  problem.constraints.add_instance(problem.constraints.add_pattern(one, everything));
  problem.constraints.add_instance(problem.constraints.add_pattern({}, {}));
  problem.C.resize(problem.C.size() + 3, 2.0);
  const auto flat = solve(problem, 1e-8);
  const auto expected = test::objectives(problem, flat.weights, flat.result.duals);
  EXPECT_EQ(flat.result.stopped, Stop::tolerance);
  EXPECT_NEAR(flat.result.certificate.primal, expected.primal, 1e-9 * expected.primal);
  EXPECT_NEAR(flat.result.certificate.dual, expected.dual, 1e-9 * expected.primal);
}

INSTANTIATE_TEST_SUITE_P(Slacks, FlatProblems, testing::Values(1, 2));

// Rounding of many changes must not get into the bounds: they hold the optimum however long the run
// goes on without building its weights again.
TEST(Ascent, BoundsInSinglePrecisionHoldTheOptimum) {
  for (const bool flat : {false, true}) {
    Shape shape;
    shape.flat = flat;
    shape.instances = 300;
    const double optimum =
        solve(test::random_problem<double>(13, shape), 1e-9).result.certificate.primal;
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5}) {
      const auto single = solve(test::random_problem<float>(13, shape), tolerance);
      EXPECT_EQ(single.result.stopped, Stop::tolerance);
      EXPECT_GE(single.result.certificate.primal, optimum * (1 - 1e-6));
      EXPECT_LE(single.result.certificate.lower_bound, optimum * (1 + 1e-9));
    }
  }
}

TEST(Ascent, StopsAtMaxEpochsWithACertificate) {
  auto problem = test::random_problem<double>(6, Shape{});
  const auto solved = solve(problem, 1e-12, 1, 2);
  EXPECT_EQ(solved.result.stopped, Stop::max_epochs);
  EXPECT_EQ(solved.result.epochs, 2);
  const auto best = solve(problem, 1e-9);
  EXPECT_LE(solved.result.certificate.lower_bound, best.result.certificate.primal);
  EXPECT_GE(solved.result.certificate.primal, best.result.certificate.lower_bound);
}

TEST(Ascent, StopsWhenAsked) {
  struct Impatient : Reporter {
    bool stop_requested() const override { return true; }
  } reporter;
  auto problem = test::random_problem<double>(6, Shape{});
  ThreadPool pool(1);
  TrainContext context{reporter, pool, 0};
  LinearBackend<double> backend(problem);
  const SolverParams params;
  EXPECT_EQ(Ascent<LinearBackend<double>>(problem, backend, params, context).run().stopped,
            Stop::interrupted);
}

TEST(Ascent, ReportsAnExactCheckForEveryPassWhenAsked) {
  struct Tracer : Reporter {
    std::vector<Progress> passes;
    void on_pass(const Progress& p) override { passes.push_back(p); }
    bool wants_exact_passes() const override { return true; }
  } reporter;
  auto problem = test::random_problem<double>(6, Shape{});
  ThreadPool pool(1);
  TrainContext context{reporter, pool, 0};
  LinearBackend<double> backend(problem);
  const SolverParams params{1e-6, 10000};
  Ascent<LinearBackend<double>> solver(problem, backend, params, context);
  solver.disable_hand_over();
  solver.disable_acceleration();
  const auto result = solver.run();
  ASSERT_EQ(static_cast<int>(reporter.passes.size()), result.epochs);
  for (std::size_t k = 0; k < reporter.passes.size(); ++k) {
    EXPECT_TRUE(reporter.passes[k].certified);
    EXPECT_EQ(reporter.passes[k].epoch, static_cast<int>(k) + 1);
    EXPECT_GT(reporter.passes[k].active_ratio, 0);
    // Dual ascent: the dual never falls.
    if (k > 0) {
      EXPECT_GE(reporter.passes[k].dual, reporter.passes[k - 1].dual - 1e-9);
    }
  }
}

TEST(Ascent, ATraceDoesNotChangeTheResult) {
  struct Tracer : Reporter {
    bool wants_exact_passes() const override { return true; }
  } tracer;
  Reporter silent;
  auto problem = test::random_problem<float>(8, Shape{});
  std::vector<SolverResult> results;
  for (Reporter* reporter : {&silent, static_cast<Reporter*>(&tracer)}) {
    ThreadPool pool(1);
    TrainContext context{*reporter, pool, 0};
    LinearBackend<float> backend(problem);
    const SolverParams params{1e-4, 10000};
    results.push_back(Ascent<LinearBackend<float>>(problem, backend, params, context).run());
  }
  EXPECT_EQ(results[0].epochs, results[1].epochs);
  EXPECT_EQ(results[0].certificate.primal, results[1].certificate.primal);
}

TEST(Ascent, ProblemWithoutConstraintsHasZeroWeights) {
  Problem<double> problem;
  problem.features = 1;
  problem.rows.push({0, 1.0});
  problem.rows.end_row();
  problem.C = {1};
  problem.score_map = ScoreMap::identity(1);
  problem.constraints = ConstraintSet(1);
  const auto list = problem.constraints.add_list(std::vector<Decision>{0});
  const std::vector<ConstraintSet::Block> blocks{{0, list}};
  problem.constraints.add_instance(
      problem.constraints.add_pattern(blocks, std::vector<Decision>{0}));
  const auto solved = solve(problem, 1e-3);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  EXPECT_EQ(solved.result.certificate.primal, 0);
  EXPECT_EQ(solved.weights.view().row(0)[0], 0);
}

}  // namespace
}  // namespace clade::detail

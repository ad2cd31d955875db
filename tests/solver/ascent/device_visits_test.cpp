#include "solver/ascent/device_visits.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/checkpoint.h"
#include "solver/ascent/ascent.h"
#include "solver/device/device_choice.h"
#include "tests/solver/random_problem.h"
#include "tests/solver/tree_problem.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::Shape;
using test::TempFolder;
using test::tree_problem;

struct Listener : Reporter {
  std::vector<std::string> warnings;
  void on_warning(std::string_view message) override { warnings.emplace_back(message); }
};

struct Solved {
  SolverResult result;
  WeightRows<float> weights;
  std::vector<std::string> warnings;
};

Solved solve(Problem<float> problem, DeviceKind kind, double tolerance, unsigned threads = 1) {
  ThreadPool pool(threads);
  Listener listener;
  TrainContext context{listener, pool, 1};
  const DeviceChoice device = choose_device(kind);
  context.device = &device;
  SolverParams params;
  params.tolerance = tolerance;
  LinearBackend<float> backend(problem);
  SolverResult result = Ascent<LinearBackend<float>>(problem, backend, params, context).run();
  return {std::move(result), backend.take(), listener.warnings};
}

// Both bounds are those of the formulas, and the optimum is that of the other solver.
void expect_solved(const Problem<float>& problem, double tolerance = 1e-3) {
  const Solved device = solve(problem, DeviceKind::plain, tolerance);
  EXPECT_TRUE(device.warnings.empty());
  const Certificate& found = device.result.certificate;
  EXPECT_EQ(device.result.stopped, Stop::tolerance);
  EXPECT_LE(found.relative_gap, tolerance);
  const test::Objectives exact = test::objectives(problem, device.weights, device.result.duals);
  EXPECT_NEAR(found.primal, exact.primal, 1e-4 * exact.primal);
  EXPECT_NEAR(found.dual, exact.dual, 1e-4 * exact.primal);
  const Certificate other = solve(problem, DeviceKind::cpu, tolerance).result.certificate;
  EXPECT_LE(found.lower_bound, other.primal * (1 + 1e-6));
  EXPECT_LE(other.lower_bound, found.primal * (1 + 1e-6));
}

TEST(DeviceVisits, FindsTheOptimumOfATree) {
  for (const int power : {1, 2}) {
    expect_solved(tree_problem(6, 4, 120, power));
    expect_solved(tree_problem(200, 3, 150, power));
    expect_solved(tree_problem(40, 1, 120, power));
  }
}

TEST(DeviceVisits, FindsTheOptimumOfFlatProblems) {
  for (const int power : {1, 2}) {
    Shape shape;
    shape.instances = 80;
    shape.flat = true;
    shape.slack_power = power;
    expect_solved(test::random_problem<float>(8, shape));
  }
}

// Prices that make weights large leave the range that numbers of weights start with.
TEST(DeviceVisits, TakesAnyPrice) {
  for (const double C : {1e-3, 30.0, 1e4}) {
    Problem<float> problem = tree_problem(6, 4, 60, 1);
    for (double& of_instance : problem.C) of_instance = C;
    expect_solved(problem, 1e-2);
  }
}

TEST(DeviceVisits, TakesAPriceForEachInstance) {
  Problem<float> problem = tree_problem(6, 4, 120, 1);
  for (std::size_t i = 0; i < problem.C.size(); ++i) {
    problem.C[i] = 0.1 + static_cast<double>(i % 7);
  }
  expect_solved(problem);
}

// All of a batch take the same step at once, which together would go far beyond the optimum.
TEST(DeviceVisits, TakesTheSameInstanceManyTimes) {
  Problem<float> problem = tree_problem(6, 4, 4, 1);
  Problem<float> copies = problem;
  for (std::size_t copy = 0; copy < 60; ++copy) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (const Feature& x : problem.rows.row(i)) copies.rows.push(x);
      copies.rows.end_row();
      copies.C.push_back(1);
      const auto blocks = problem.constraints.blocks(i);
      copies.constraints.add_instance(
          copies.constraints.add_pattern(blocks, problem.constraints.left_out(i)));
    }
  }
  expect_solved(copies);
}

TEST(DeviceVisits, TakesInstancesWithoutFeaturesAndWithoutConstraints) {
  Problem<float> problem = tree_problem(6, 4, 50, 1);
  const auto blocks = problem.constraints.blocks(0);
  const std::vector<ConstraintSet::Block> own(blocks.begin(), blocks.end());
  const std::vector<Decision> left_out(problem.constraints.left_out(0).begin(),
                                       problem.constraints.left_out(0).end());
  problem.rows.end_row();
  problem.C.push_back(1);
  problem.constraints.add_instance(problem.constraints.add_pattern(own, left_out));
  problem.rows.push({3, 1.0F});
  problem.rows.end_row();
  problem.C.push_back(1);
  problem.constraints.add_instance(problem.constraints.add_pattern({}, {}));
  expect_solved(problem);
}

TEST(DeviceVisits, TakesOneClass) {
  const Problem<float> problem = tree_problem(1, 1, 10, 1);
  const Solved solved = solve(problem, DeviceKind::plain, 1e-3);
  EXPECT_EQ(solved.result.certificate.primal, 0);
  EXPECT_EQ(solved.result.certificate.relative_gap, 0);
}

TEST(DeviceVisits, AreTheSameForAnyNumberOfThreads) {
  const Problem<float> problem = tree_problem(20, 3, 250, 1);
  const Solved one = solve(problem, DeviceKind::plain, 1e-3, 1);
  const Solved three = solve(problem, DeviceKind::plain, 1e-3, 3);
  EXPECT_EQ(one.result.certificate.primal, three.result.certificate.primal);
  for (std::size_t j = 0; j < problem.features; ++j) {
    const auto a = one.weights.view().row(j), b = three.weights.view().row(j);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << j;
  }
}

TEST(DeviceVisits, LeaveToTheProcessorWhatTheyDoNotKnowAndSaySo) {
  Shape shape;
  shape.groups = SlackGroups::constraint;
  const Problem<float> problem = test::random_problem<float>(3, shape);
  const Solved solved = solve(problem, DeviceKind::plain, 1e-3);
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  ASSERT_EQ(solved.warnings.size(), 1U);
  EXPECT_EQ(solved.warnings[0],
            "training on the processor: constraints have slacks of their own, which devices do not "
            "know");
}

struct EndsAfter : Reporter {
  explicit EndsAfter(int questions) : left(questions) {}
  bool stop_requested() const override { return --left < 0; }
  bool wants_partial_result() const override { return false; }
  mutable int left;
};

// With the duals that were reached: a run that began anew would take as many visits again.
TEST(DeviceVisits, GoOnFromACheckpoint) {
  const Problem<float> problem = tree_problem(12, 3, 300, 1);
  const SolverResult expected = solve(problem, DeviceKind::plain, 1e-4).result;
  const TempFolder folder;
  const DeviceChoice device = choose_device(DeviceKind::plain);
  ThreadPool pool(1);
  Reporter silent;
  SolverParams params;
  params.tolerance = 1e-4;
  SolverResult result;
  int processes = 0;
  do {
    Problem<float> again = problem;
    EndsAfter reporter(4 + processes);
    Checkpoint checkpoint({folder.path() / "checkpoint", 1e9}, {{"test", "1"}}, silent);
    TrainContext context{reporter, pool, 1};
    context.checkpoint = checkpoint.whole();
    context.device = &device;
    LinearBackend<float> backend(again);
    result = Ascent<LinearBackend<float>>(again, backend, params, context).run();
  } while (result.stopped == Stop::interrupted && ++processes < 100);
  EXPECT_GT(processes, 2);
  EXPECT_EQ(result.stopped, Stop::tolerance);
  EXPECT_LE(result.visits, 2 * expected.visits);
  EXPECT_LE(result.certificate.lower_bound, expected.certificate.primal * (1 + 1e-6));
  EXPECT_LE(expected.certificate.lower_bound, result.certificate.primal * (1 + 1e-6));
}

// Without being asked for, a device is not worth its start on small problems.
TEST(DeviceVisits, AreNotForSmallProblemsUnlessAskedFor) {
  const Problem<float> problem = tree_problem(6, 4, 20, 1);
  const ProblemTables<float> tables(problem);
  LinearBackend<float> backend(problem);
  ThreadPool pool(1);
  Listener listener;
  TrainContext context{listener, pool, 1};
  DeviceChoice device = choose_device(DeviceKind::plain);
  context.device = &device;
  EXPECT_NE(DeviceVisits::make(tables, backend, context), nullptr);
  device.is_wanted = false;
  EXPECT_EQ(DeviceVisits::make(tables, backend, context), nullptr);
  EXPECT_TRUE(listener.warnings.empty());
}

}  // namespace
}  // namespace clade::detail

// Runs that are ended again and again, and go on from their checkpoints, leave the same bytes.
#include "base/checkpoint.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/train_context.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/decision_groups.h"
#include "solver/backend/hybrid_backend.h"
#include "solver/backend/kernel_backend.h"
#include "solver/outer/free_bias.h"
#include "tests/solver/kernel_problem.h"
#include "tests/solver/random_problem.h"
#include "tests/solver/tree_problem.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using test::Shape;
using test::TempFolder;

// Asks to stop at the n-th question.
struct Impatient : Reporter {
  explicit Impatient(int questions) : left(questions) {}
  bool stop_requested() const override { return --left < 0; }
  bool wants_partial_result() const override { return false; }
  mutable int left;
};

// What a run leaves, as bytes.
class Bytes : public State {
 public:
  bool is_read() const override { return false; }
  void check_room(std::size_t) const override {}
  void bytes(void* data, std::size_t size) override {
    all.insert(all.end(), static_cast<char*>(data), static_cast<char*>(data) + size);
  }
  std::vector<char> all;
};

// Everything that one process has.
template <class Real>
struct LinearRun {
  explicit LinearRun(const Problem<Real>& of) : problem(of), backend(problem) {}
  SolverResult run(const SolverParams& params, TrainContext& context) {
    return Ascent<LinearBackend<Real>>(problem, backend, params, context).run();
  }
  Problem<Real> problem;
  LinearBackend<Real> backend;
};

struct FreeBiasRun : LinearRun<double> {
  using LinearRun<double>::LinearRun;
  SolverResult run(const SolverParams& params, TrainContext& context) {
    return solve_with_free_biases(problem, backend, params, context, {});
  }
};

struct KernelRun {
  explicit KernelRun(const Problem<float>& of)
      : problem(of),
        gram(spec(), problem.rows, problem.features, test::enough_cache),
        backend(problem, gram, test::enough_near) {}
  static KernelSpec spec() {
    KernelSpec spec;
    spec.kind = KernelKind::rbf;
    return spec;
  }
  SolverResult run(const SolverParams& params, TrainContext& context) {
    return Ascent<KernelBackend<float>>(problem, backend, params, context).run();
  }
  Problem<float> problem;
  GramRows<float> gram;
  KernelBackend<float> backend;
};

struct HybridRun {
  explicit HybridRun(const Problem<float>& of)
      : problem(of), groups(problem.score_map), backend(with_groups(), groups, pool, 1 << 14) {}
  const Problem<float>& with_groups() {
    problem.score_map = groups.map();
    return problem;
  }
  SolverResult run(const SolverParams& params, TrainContext& context) {
    return Ascent<HybridBackend>(problem, backend, params, context).run();
  }
  Problem<float> problem;
  DecisionGroups groups;
  ThreadPool pool{2};
  HybridBackend backend;
};

template <class Run>
std::vector<char> left_by(Run& run, SolverResult& result) {
  Bytes bytes;
  bytes(result, run.backend);
  return bytes.all;
}

// Saves where it is asked to stop, and nowhere else.
constexpr double at_stops = 1e9;

// Ends the run again and again, each time after a few more questions, and expects what it leaves at
// once.
template <class Run, class Real>
void expect_to_go_on(const Problem<Real>& problem, const SolverParams& params, int questions,
                     double every_seconds = at_stops) {
  ThreadPool pool(2);
  Reporter patient;
  TrainContext alone{patient, pool, 7};
  Run at_once(problem);
  SolverResult expected = at_once.run(params, alone);
  ASSERT_NE(expected.stopped, Stop::interrupted);

  const TempFolder folder;
  const CheckpointOptions options{folder.path() / "checkpoint", every_seconds};
  std::optional<SolverResult> result;
  std::vector<char> bytes;
  int processes = 0;
  for (; !result && processes < 1000; ++processes) {
    Impatient reporter(questions + processes);
    Checkpoint checkpoint(options, {{"test", "1"}}, patient);
    TrainContext context{reporter, pool, 7};
    context.checkpoint = checkpoint.whole();
    Run run(problem);
    SolverResult found = run.run(params, context);
    if (reporter.left < 0) continue;
    bytes = left_by(run, found);
    result = std::move(found);
  }
  ASSERT_TRUE(result.has_value());
  EXPECT_GT(processes, 2) << "it was hardly ended";
  EXPECT_EQ(result->epochs, expected.epochs);
  EXPECT_EQ(result->visits, expected.visits);
  EXPECT_TRUE(bytes == left_by(at_once, expected));
}

class EveryKindGoesOn : public test::EveryKind {};

TEST_P(EveryKindGoesOn, InSinglePrecision) {
  Shape many = shape();
  many.instances = 300;
  expect_to_go_on<LinearRun<float>>(test::random_problem<float>(3, many), {1e-4, 2000}, 2);
}

TEST_P(EveryKindGoesOn, InDoublePrecision) {
  Shape many = shape();
  many.instances = 300;
  many.C = 5;
  expect_to_go_on<LinearRun<double>>(test::random_problem<double>(4, many), {1e-6, 2000}, 2);
}
INSTANTIATE_TEST_SUITE_P(, EveryKindGoesOn, test::every_kind());

// Lower prices first, then acceleration.
TEST(Checkpoints, AreTakenOfAcceleratedRunsAndStagesOfPrices) {
  Shape slow;
  slow.instances = 400;
  slow.C = 200;
  slow.features = 40;
  expect_to_go_on<LinearRun<float>>(test::random_problem<float>(5, slow), {1e-4, 3000}, 5);
}

TEST(Checkpoints, AreTakenOfTreesAndOfLargeProblems) {
  expect_to_go_on<LinearRun<float>>(test::tree_problem(12, 3, 300, 1), {1e-4, 2000}, 2);
  expect_to_go_on<HybridRun>(test::tree_problem(200, 3, 300, 1), {1e-3, 2000}, 2);
  expect_to_go_on<HybridRun>(test::tree_problem(6, 4, 300, 2), {1e-3, 2000}, 2);
}

TEST(Checkpoints, AreTakenWithKernels) {
  Shape many;
  many.instances = 300;
  expect_to_go_on<KernelRun>(test::random_problem<float>(6, many), {1e-4, 2000}, 12, 0);
}

TEST(Checkpoints, AreTakenBetweenStepsOfFreeBiases) {
  Shape many;
  many.instances = 60;
  Problem<double> problem = test::random_problem<double>(8, many);
  problem = test::as_linear([&] {
    problem.constant = 1;
    return problem;
  }());
  expect_to_go_on<FreeBiasRun>(problem, {1e-4, 3000}, 4, 0);
}

// A finished part is kept for those that follow: it is not run again.
TEST(Checkpoints, KeepResultsOfPartsThatAreOver) {
  const Problem<double> problem = test::random_problem<double>(9, {.instances = 30});
  const TempFolder folder;
  const CheckpointOptions options{folder.path() / "checkpoint", 0};
  Reporter patient;
  ThreadPool pool(1);
  std::vector<char> first;
  for (const int questions : {1000000, 0}) {
    Impatient reporter(questions);
    Checkpoint checkpoint(options, {}, patient);
    TrainContext context{reporter, pool, 7};
    context.checkpoint = checkpoint.whole();
    LinearRun<double> run(problem);
    SolverResult result = run.run({1e-3, 1000}, context);
    EXPECT_EQ(result.stopped, Stop::tolerance);
    if (first.empty()) first = left_by(run, result);
    EXPECT_TRUE(first == left_by(run, result));
  }
}

}  // namespace
}  // namespace clade::detail

// Thesis Algorithm 2 against the fast solver, and what epsilon promises.
#include "solver/paper/paper_solver.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "clade/error.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/linear_backend.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;
using test::Solved;

template <class Real>
Solved<Real> solve(Problem<Real> problem, const SolverParams& params, unsigned threads = 1,
                   Reporter* listener = nullptr) {
  Reporter silent;
  ThreadPool pool(threads);
  TrainContext context{listener != nullptr ? *listener : silent, pool, 0};
  LinearBackend<Real> backend(problem);
  SolverResult result =
      params.solver == SolverKind::paper
          ? PaperSolver<LinearBackend<Real>>(problem, backend, params, context).run()
          : Ascent<LinearBackend<Real>>(problem, backend, params, context).run();
  return {std::move(result), backend.take()};
}

SolverParams paper(double epsilon, PaperStep step = PaperStep::instance, bool no_set = false) {
  return {epsilon, 100000, SolverKind::paper, step, no_set};
}

struct Variant {
  const char* name;
  PaperStep step;
  bool no_active_set;
};

class PaperVariants : public testing::TestWithParam<Variant> {
 protected:
  SolverParams params(double epsilon) const {
    return paper(epsilon, GetParam().step, GetParam().no_active_set);
  }
  // Every kind of problem.
  static std::vector<Shape> shapes() {
    std::vector<Shape> all;
    for (const int power : {1, 2}) {
      for (const double C : {0.1, 1.0}) {
        Shape shape;
        shape.features = 20;  // the algorithm is slow where classes overlap much
        shape.slack_power = power;
        shape.C = C;
        all.push_back(shape);
        shape.flat = true;
        all.push_back(shape);
        shape.flat = false;
        shape.groups = SlackGroups::constraint;
        all.push_back(shape);
        shape.binary = true;
        all.push_back(shape);
        shape.with_anchor = true;
        all.push_back(shape);
        shape.binary = false;
        shape.groups = SlackGroups::instance;
        all.push_back(shape);
      }
    }
    return all;
  }
};

TEST_P(PaperVariants, ReachTheOptimum) {
  std::uint64_t seed = 20;
  for (const Shape& shape : shapes()) {
    const auto problem = test::random_problem<double>(++seed, shape);
    const double optimum = solve(problem, {1e-10, 200000}).result.certificate.primal;
    const auto solved = solve(problem, params(1e-5));
    EXPECT_EQ(solved.result.stopped, Stop::tolerance) << seed;
    EXPECT_NEAR(solved.result.certificate.primal, optimum, 1e-4 * optimum) << seed;
    EXPECT_NEAR(solved.result.certificate.dual, optimum, 1e-7 * optimum) << seed;
  }
}

// The gap is at most the sum over all slacks of C psi, or C psi^2 + B psi where they are squared.
TEST_P(PaperVariants, EpsilonBoundsTheDualityGap) {
  std::uint64_t seed = 40;
  for (const Shape& shape : shapes()) {
    const auto problem = test::random_problem<double>(++seed, shape);
    for (const double epsilon : {0.3, 1e-2, 1e-3}) {
      const auto solved = solve(problem, params(epsilon));
      ASSERT_EQ(solved.result.stopped, Stop::tolerance);
      double bound = 0;
      for (std::size_t i = 0; i < problem.rows.size(); ++i) {
        const double slacks = shape.groups == SlackGroups::instance
                                  ? 1.0
                                  : static_cast<double>(problem.constraints.count(i));
        bound += slacks * problem.C[i] * (shape.slack_power == 2 ? epsilon * epsilon : epsilon);
        for (const DualVariable& v : solved.result.duals[i]) {
          if (shape.slack_power == 2) bound += v.beta * epsilon;
        }
      }
      const Certificate& c = solved.result.certificate;
      EXPECT_LE(c.primal - c.dual, bound + 1e-12 * c.primal) << seed << ", epsilon " << epsilon;
    }
  }
}

TEST_P(PaperVariants, CertifyWhatTheyLeave) {
  for (const bool with_anchor : {false, true}) {
    Shape shape;
    shape.with_anchor = with_anchor;
    const auto problem = test::random_problem<double>(3, shape);
    const auto solved = solve(problem, params(1e-2));
    const auto expected = test::objectives(problem, solved.weights, solved.result.duals);
    EXPECT_NEAR(solved.result.certificate.primal, expected.primal, 1e-10 * expected.primal);
    EXPECT_NEAR(solved.result.certificate.dual, expected.dual, 1e-10 * expected.primal);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      double mass = 0;
      for (const DualVariable& v : solved.result.duals[i]) {
        EXPECT_GT(v.beta, 0);
        mass += v.beta;
        ++count;
      }
      EXPECT_LE(mass, problem.C[i] * (1 + 1e-12));
    }
    EXPECT_EQ(solved.result.nonzero_duals, count);
  }
}

TEST_P(PaperVariants, DoNotDependOnThreadsNorOnATrace) {
  struct Tracer : Reporter {
    bool wants_exact_passes() const override { return true; }
  } tracer;
  Shape shape;
  shape.instances = 100;
  shape.decisions = 200;  // with as many, the instances are more than one thread takes up at once
  shape.units = 210;
  shape.features = 200;
  shape.C = 1e-4;
  const auto problem = test::random_problem<float>(5, shape);
  const auto one = solve(problem, params(0.5), 1);
  const auto three = solve(problem, params(0.5), 3);
  const auto traced = solve(problem, params(0.5), 2, &tracer);
  EXPECT_EQ(one.result.stopped, Stop::tolerance);
  for (const auto* other : {&three, &traced}) {
    EXPECT_EQ(one.result.epochs, other->result.epochs);
    EXPECT_EQ(one.result.certificate.primal, other->result.certificate.primal);
    EXPECT_EQ(one.result.certificate.dual, other->result.certificate.dual);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, PaperVariants,
                         testing::Values(Variant{"8a", PaperStep::instance, false},
                                         Variant{"8b", PaperStep::all, false},
                                         Variant{"NoActiveSet", PaperStep::instance, true}),
                         [](const auto& test) { return std::string(test.param.name); });

struct Tracer : Reporter {
  std::vector<Progress> passes;
  void on_pass(const Progress& p) override { passes.push_back(p); }
  bool wants_exact_passes() const override { return true; }
};

// What thesis figure 7.6 draws: the dual objective and the active ratio by iteration. An iteration
// adds one variable at most.
TEST(PaperSolver, ATraceShowsTheDualObjectiveAndTheActiveRatioByIteration) {
  const auto problem = test::random_problem<double>(6, Shape{});
  Tracer tracer;
  const auto solved = solve(problem, paper(1e-3), 1, &tracer);
  ASSERT_GT(tracer.passes.size(), 20U);
  const auto total = static_cast<double>(solved.result.total_duals);
  for (std::size_t k = 0; k < tracer.passes.size(); ++k) {
    const Progress& now = tracer.passes[k];
    EXPECT_TRUE(now.certified);
    EXPECT_EQ(now.updates, k + 1) << "25 instances: every iteration is shown";
    EXPECT_EQ(now.epoch, static_cast<int>(k / 25 + 1));
    if (k == 0) continue;
    EXPECT_GE(now.dual, tracer.passes[k - 1].dual - 1e-12);
    EXPECT_LE((now.active_ratio - tracer.passes[k - 1].active_ratio) * total, 1 + 1e-9);
  }
  EXPECT_EQ(tracer.passes.back().dual, solved.result.certificate.dual);
}

TEST(PaperSolver, Step8bNeedsFewerIterations) {
  const auto problem = test::random_problem<double>(7, Shape{});
  Tracer one, all;
  solve(problem, paper(1e-4), 1, &one);
  solve(problem, paper(1e-4, PaperStep::all), 1, &all);
  EXPECT_LT(all.passes.back().updates, one.passes.back().updates);
}

TEST(PaperSolver, StopsAtMaxEpochsWithACertificate) {
  const auto problem = test::random_problem<double>(6, Shape{});
  SolverParams params = paper(1e-9);
  params.max_epochs = 2;
  const auto solved = solve(problem, params);
  EXPECT_EQ(solved.result.stopped, Stop::max_epochs);
  EXPECT_EQ(solved.result.epochs, 2);
  const double optimum = solve(problem, {1e-9, 20000}).result.certificate.primal;
  EXPECT_LE(solved.result.certificate.lower_bound, optimum);
  EXPECT_GE(solved.result.certificate.primal, optimum * (1 - 1e-9));
}

TEST(PaperSolver, StopsWhenAsked) {
  struct Impatient : Reporter {
    bool stop_requested() const override { return true; }
  } reporter;
  const auto problem = test::random_problem<double>(6, Shape{});
  EXPECT_EQ(solve(problem, paper(1e-3), 1, &reporter).result.stopped, Stop::interrupted);
}

TEST(PaperSolver, EndsWhereRoundingKeepsEpsilonOutOfReach) {
  const auto problem = test::random_problem<double>(9, Shape{});
  const auto solved = solve(problem, paper(1e-300));
  EXPECT_NE(solved.result.stopped, Stop::max_epochs);
  EXPECT_LT(solved.result.certificate.relative_gap, 1e-10);
}

TEST(PaperSolver, TakesExamplesThatTeachNothing) {
  auto problem = test::random_problem<double>(12, Shape{});
  const double before = solve(problem, paper(1e-6)).result.certificate.primal;
  // Without features: its slack is the largest loss. Without constraints: nothing.
  problem.rows.end_row();
  problem.constraints.add_instance(0);
  problem.rows.push({1, 1.5});
  problem.rows.end_row();
  problem.constraints.add_instance(problem.constraints.add_pattern({}, {}));
  problem.C.resize(problem.C.size() + 2, 2.0);
  for (const PaperStep step : {PaperStep::instance, PaperStep::all}) {
    const auto solved = solve(problem, paper(1e-6, step));
    EXPECT_EQ(solved.result.stopped, Stop::tolerance);
    EXPECT_GT(solved.result.certificate.primal, before + 0.1);
    EXPECT_LT(solved.result.certificate.relative_gap, 1e-4);
  }
}

TEST(PaperSolver, ProblemWithoutConstraintsHasZeroWeights) {
  Problem<double> problem;
  problem.features = 1;
  problem.score_map = ScoreMap::identity(1);
  problem.constraints = ConstraintSet(1);
  problem.rows.push({0, 1.0});
  problem.rows.end_row();
  problem.C = {1};
  problem.constraints.add_instance(problem.constraints.add_pattern({}, {}));
  const auto solved = solve(problem, paper(1e-3));
  EXPECT_EQ(solved.result.stopped, Stop::tolerance);
  EXPECT_EQ(solved.result.certificate.primal, 0);
  EXPECT_EQ(solved.weights.view().row(0)[0], 0);
}

TEST(SolverParams, RefuseWhatDoesNotGoTogether) {
  const auto message_of = [](const SolverParams& params) {
    try {
      params.check();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message_of({}), "");
  EXPECT_EQ(message_of(paper(1e-3)), "");
  EXPECT_EQ(message_of(paper(1e-3, PaperStep::all)), "");
  EXPECT_EQ(message_of(paper(1e-3, PaperStep::instance, true)), "");
  EXPECT_TRUE(message_of(paper(1e-3, PaperStep::all, true)).starts_with("`no_active_set`: "));
  EXPECT_TRUE(message_of({1e-3, 1, SolverKind::fast, PaperStep::all, false})
                  .starts_with("`paper_step`: expected `solver=paper`"));
  EXPECT_TRUE(message_of({1e-3, 1, SolverKind::fast, PaperStep::instance, true})
                  .starts_with("`no_active_set`: expected `solver=paper`"));
}

}  // namespace
}  // namespace clade::detail

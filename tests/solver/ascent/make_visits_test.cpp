#include "solver/ascent/make_visits.h"

#include <gtest/gtest.h>

#include "kernel/gram_rows.h"
#include "solver/ascent/batch_visits.h"
#include "solver/ascent/block_visits.h"
#include "solver/ascent/flat_visits.h"
#include "solver/ascent/kernel_visits.h"
#include "solver/ascent/sequential_visits.h"
#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

template <class Expected, class Backend>
bool are_chosen(const Problem<typename Backend::Real>& problem, Backend& backend) {
  ThreadPool pool(1);
  const ProblemTables<typename Backend::Real> tables(problem);
  const auto visits = make_visits(tables, backend, pool);
  return dynamic_cast<Expected*>(visits.get()) != nullptr;
}

template <class Expected>
bool are_chosen(const test::Shape& shape) {
  const Problem<float> problem = test::random_problem<float>(1, shape);
  LinearBackend<float> backend(problem);
  return are_chosen<Expected>(problem, backend);
}

TEST(MakeVisits, TakesSmallProblemsInSequence) {
  EXPECT_TRUE(are_chosen<SequentialVisits<float>>(test::Shape{}));
}

TEST(MakeVisits, SolvesFlatBlocksExactly) {
  EXPECT_TRUE(are_chosen<FlatVisits<float>>(test::Shape{.flat = true}));
  EXPECT_FALSE(
      are_chosen<FlatVisits<float>>(test::Shape{.groups = SlackGroups::constraint, .flat = true}));
}

TEST(MakeVisits, TakesLongRowsAndManyUnitsInBlocks) {
  const test::Shape large{.instances = 4, .decisions = 1000, .units = 1000, .features = 800};
  EXPECT_TRUE(are_chosen<BlockVisits<LinearBackend<float>>>(large));
}

TEST(MakeVisits, WorksOnAnActiveSubsetWithAKernel) {
  const Problem<double> problem = test::random_problem<double>(1, test::Shape{.flat = true});
  GramRows<double> gram({}, problem.rows, problem.features, std::size_t{1} << 20);
  KernelBackend<double> backend(problem, gram, 0);
  EXPECT_TRUE((are_chosen<KernelVisits<double>>(problem, backend)));
}

TEST(MakeVisits, TakesWeightsThatAreNoRowsInBatches) {
  Problem<float> problem = test::random_problem<float>(1, test::Shape{});
  const DecisionGroups groups(problem.score_map);
  problem.score_map = groups.map();
  ThreadPool pool(1);
  HybridBackend backend(problem, groups, pool);
  EXPECT_TRUE(are_chosen<BatchVisits>(problem, backend));
}

}  // namespace
}  // namespace clade::detail

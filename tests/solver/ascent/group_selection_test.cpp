#include "solver/ascent/group_selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "solver/ascent/group_scan.h"
#include "solver/ascent/instance_update.h"
#include "tests/solver/tree_problem.h"

namespace clade::detail {
namespace {

constexpr std::size_t most_new = 8;

struct Case {
  explicit Case(Problem<float> of) : problem(std::move(of)), groups(problem.score_map), pool(2) {
    problem.score_map = groups.map();
    Random random(3);
    raw = AlignedArray<float>(problem.score_map.units());
    for (float& score : raw) score = static_cast<float>(random.uniform() - 0.5);
  }
  Problem<float> problem;
  DecisionGroups groups;
  ThreadPool pool;
  AlignedArray<float> raw;
};

std::vector<Decision> sorted_rivals(std::span<const DualVariable> variables) {
  std::vector<Decision> rivals;
  for (const DualVariable& v : variables) rivals.push_back(v.minus);
  std::sort(rivals.begin(), rivals.end());
  return rivals;
}

// Sees and selects what an update does that scans class by class.
void expect_as_an_update(Problem<float> problem) {
  Case c(std::move(problem));
  const auto tables = GroupTables::make(c.problem, c.groups, c.pool);
  ASSERT_NE(tables, nullptr);
  const ProblemTables<float> all(c.problem);
  InstanceUpdate<float> update(all, c.raw.padded_size());
  update.set_most_new(most_new);
  GroupSelection selection(*tables, most_new);
  std::vector<DualVariable> duals, found;
  for (std::size_t i = 0; i < c.problem.rows.size(); ++i) {
    std::copy(c.raw.begin(), c.raw.end(), update.raw());
    update.score_and_select(i, duals);
    std::vector<float> raw(c.raw.begin(), c.raw.end());
    raw.resize(c.raw.padded_size());
    const VisitReport report = selection(i, duals, raw.data(), found);
    EXPECT_NEAR(report.gap, update.report().gap, 1e-5);
    EXPECT_NEAR(report.cost, update.report().cost, 1e-5);
    EXPECT_NEAR(report.violation, update.report().violation, 1e-5);
    EXPECT_NEAR(report.value, update.report().value, 1e-5);
    EXPECT_EQ(sorted_rivals(found), sorted_rivals(update.working_set())) << i;
    // The next instance of the class starts with some of these.
    duals.clear();
    if (found.size() > 1 && i + 1 < c.problem.rows.size() &&
        c.problem.constraints.blocks(i + 1)[0].plus == found.front().plus) {
      duals.assign(found.begin(), found.begin() + 2);
      for (DualVariable& v : duals) v.beta = 0.25;
    }
  }
}

TEST(GroupSelection, SelectsWhatAnUpdateDoes) {
  expect_as_an_update(test::tree_problem(7, 5, 60, 1));
  expect_as_an_update(test::tree_problem(7, 5, 60, 2));
}

TEST(GroupSelection, StartsFromVariablesWithMass) {
  expect_as_an_update(test::tree_problem(2, 2, 60, 1));
}

TEST(GroupSelection, CountsAllUnitsOfAClassWhoseNodeHasOneChild) {
  expect_as_an_update(test::tree_problem(20, 1, 40, 1));
}

TEST(GroupSelection, IsNotForLossesThatDifferWithinAGroup) {
  Problem<float> problem = test::tree_problem(4, 3, 20, 1);
  const Decision own = problem.constraints.blocks(0)[0].plus;
  const auto losses = std::make_shared<test::TableLosses>();
  losses->table.assign(12, std::vector<double>(12, 1));
  losses->table[own][own < 6 ? 11 : 0] = 3;
  ConstraintSet constraints(12, losses);
  std::vector<Decision> all(12);
  for (Decision d = 0; d < 12; ++d) all[d] = d;
  const ConstraintSet::Block block{own, constraints.add_list(all)};
  constraints.add_instance(constraints.add_pattern({&block, 1}, {&own, 1}));
  problem.constraints = constraints;
  Case c(std::move(problem));
  EXPECT_EQ(GroupTables::make(c.problem, c.groups, c.pool), nullptr);
}

TEST(GroupSelection, IsNotForSeveralLabels) {
  Case c(test::random_problem<float>(7, {}));
  EXPECT_EQ(GroupTables::make(c.problem, c.groups, c.pool), nullptr);
}

TEST(GroupScan, LeavesOutWhatIsNoRivalOrCostsNothing) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  AlignedArray<float> own(16, 0.5F), strengths(16, 2.0F), allowed(16, -infinity), gradients(16);
  AlignedArray<std::int32_t> groups(16);
  groups[1] = 1;
  groups[2] = 2;
  for (std::size_t p = 0; p < 3; ++p) allowed[p] = 0;
  AlignedArray<float> bases(3, 0.25F), scales(3, 2.0F);
  scales[1] = 0;
  scales[2] = 4;
  const float top = scan_groups({own.data(), strengths.data(), groups.data(), allowed.data(),
                                 bases.data(), scales.data(), 16},
                                gradients.data());
  EXPECT_EQ(gradients[0], 2.5F);
  EXPECT_EQ(gradients[1], -infinity);
  EXPECT_EQ(gradients[2], 5.0F);
  EXPECT_EQ(gradients[3], -infinity);
  EXPECT_EQ(top, 5.0F);
}

}  // namespace
}  // namespace clade::detail

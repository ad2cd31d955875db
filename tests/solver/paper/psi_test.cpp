#include "solver/paper/psi.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

constexpr double infinity = std::numeric_limits<double>::infinity();

// An instance with scores and some duals, and psi straight from thesis 4.29 to 4.32.
struct State {
  State(std::uint64_t seed, const Shape& shape, bool is_full)
      : problem(test::random_problem<double>(seed, shape)),
        tables(problem.constraints, problem.slack_power),
        scores(tables.padded_decisions()),
        slack{problem.C[0], problem.slack_power} {
    Random random(seed + 100);
    for (std::size_t d = 0; d < problem.constraints.decisions(); ++d) scores[d] = random.normal();
    PsiScan scan(tables, problem.groups);
    scan.for_each_constraint(0, scores.data(), [&](const DualVariable& v) { all.push_back(v); });
    for (DualVariable& v : all) {
      if (random.uniform() < 0.4) v.beta = slack.C * random.uniform();
    }
    if (is_full) fill_box();
    for (const DualVariable& v : all) {
      if (v.beta > 0) working_set.push_back(v);
    }
  }

  void fill_box() {
    all[0].beta = 1;
    double mass = 0;
    for (const DualVariable& v : all) mass += v.beta;
    for (DualVariable& v : all) v.beta *= slack.C / mass;
  }

  double expected_shared() const {
    double highest = -infinity, lowest = infinity, mass = 0;
    for (const DualVariable& v : all) {
      const double h = gradient_of(v, scores.data());
      highest = std::max(highest, h);
      if (v.beta > 0) lowest = std::min(lowest, h);
      mass += v.beta;
    }
    const double zero = slack.power == 2 ? mass / (2 * slack.C) : 0;
    const bool has_room = slack.power == 2 || mass < slack.C * (1 - 1e-12);
    return std::max(highest, zero) - (has_room ? std::min(lowest, zero) : lowest);
  }

  double expected_own() const {
    double largest = 0;
    for (const DualVariable& v : all) {
      const double h = gradient_of(v, scores.data());
      const double zero = slack.power == 2 ? v.beta / (2 * slack.C) : 0;
      const double l = std::max(h, zero);
      double u = v.beta > 0 ? h : infinity;
      if (slack.power == 2 || v.beta < slack.C) u = std::min(u, zero);
      largest = std::max(largest, l - u);
    }
    return largest;
  }

  Problem<double> problem;
  ScanTables<double> tables;
  AlignedArray<double> scores;
  Slack slack;
  std::vector<DualVariable> all, working_set;
};

TEST(Psi, IsThatOfTheThesisForASharedSlack) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Shape shape;
    shape.slack_power = seed % 2 == 0 ? 2 : 1;
    State state(seed, shape, seed % 3 == 0);
    PsiScan scan(state.tables, SlackGroups::instance);
    EXPECT_NEAR(scan.psi(0, state.scores.data(), state.working_set, state.slack),
                state.expected_shared(), 1e-12);
  }
}

TEST(Psi, IsTheLargestWhereEveryConstraintHasItsSlack) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Shape shape;
    shape.groups = SlackGroups::constraint;
    shape.slack_power = seed % 2 == 0 ? 2 : 1;
    shape.binary = seed % 4 < 2;
    State state(seed, shape, false);
    if (!state.working_set.empty()) {
      state.working_set[0].beta = state.slack.C;
      for (DualVariable& v : state.all) {
        const DualVariable& full = state.working_set[0];
        if (v.plus == full.plus && v.minus == full.minus) v.beta = full.beta;
      }
    }
    PsiScan scan(state.tables, SlackGroups::constraint);
    EXPECT_NEAR(scan.psi(0, state.scores.data(), state.working_set, state.slack),
                state.expected_own(), 1e-12);
  }
}

TEST(Psi, WithinTheWorkingSetKnowsItsVariablesAlone) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const SlackGroups groups : {SlackGroups::instance, SlackGroups::constraint}) {
      Shape shape;
      shape.groups = groups;
      State state(seed, shape, false);
      state.all = state.working_set;
      EXPECT_NEAR(psi_within(state.working_set, state.scores.data(), state.slack, groups),
                  state.all.empty()                 ? 0
                  : groups == SlackGroups::instance ? state.expected_shared()
                                                    : state.expected_own(),
                  1e-12);
    }
  }
}

TEST(Psi, TheMostViolatedConstraintHasTheLargestH) {
  int found_some = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    State state(seed, Shape{}, false);
    PsiScan scan(state.tables, SlackGroups::instance);
    const auto found = scan.most_violated(0, state.scores.data(), state.working_set, state.slack);
    const DualVariable* best = &state.all[0];
    for (const DualVariable& v : state.all) {
      if (gradient_of(v, state.scores.data()) > gradient_of(*best, state.scores.data())) best = &v;
    }
    EXPECT_EQ(found.has_value(), best->beta == 0);
    if (!found) continue;
    ++found_some;
    EXPECT_EQ(found->plus, best->plus);
    EXPECT_EQ(found->minus, best->minus);
    EXPECT_DOUBLE_EQ(found->scale, best->scale);
    EXPECT_EQ(found->beta, 0);
  }
  EXPECT_GT(found_some, 10);
}

}  // namespace
}  // namespace clade::detail

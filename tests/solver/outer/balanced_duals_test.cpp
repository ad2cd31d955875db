#include "solver/outer/balanced_duals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "base/random.h"

namespace clade::detail {
namespace {

// What leaves each decision less what arrives; the constant zero is left out, as in the equalities.
std::vector<double> excess_of(const Duals& duals, std::size_t decisions) {
  std::vector<double> excess(decisions);
  for (const auto& of_instance : duals) {
    for (const DualVariable& v : of_instance) {
      if (v.plus != constant_zero) excess[v.plus] += v.scale * v.beta;
      if (v.minus != constant_zero) excess[v.minus] -= v.scale * v.beta;
    }
  }
  return excess;
}

double total_of(const Duals& duals) {
  double total = 0;
  for (const auto& of_instance : duals) {
    for (const DualVariable& v : of_instance) total += v.scale * v.beta;
  }
  return total;
}

Duals random_duals(std::uint64_t seed, std::size_t decisions, bool binary) {
  Random random(seed);
  Duals duals(30);
  for (auto& of_instance : duals) {
    std::map<std::pair<Decision, Decision>, double> chosen;
    for (std::uint64_t k = random.below(6); k > 0; --k) {
      const auto a = static_cast<Decision>(random.below(decisions));
      auto b = static_cast<Decision>(random.below(decisions));
      if (binary) b = constant_zero;
      if (a == b) continue;
      chosen[random.below(2) == 0 ? std::pair{a, b} : std::pair{b, a}] = random.uniform() + 1e-3;
    }
    for (const auto& [ends, beta] : chosen) {
      of_instance.push_back({ends.first, ends.second, 0.2 + random.uniform(), beta});
    }
  }
  return duals;
}

// Betas by instance and constraint.
std::map<std::pair<Decision, Decision>, double> betas(const std::vector<DualVariable>& duals) {
  std::map<std::pair<Decision, Decision>, double> result;
  for (const DualVariable& v : duals) result[{v.plus, v.minus}] = v.beta;
  return result;
}

TEST(BalancedDuals, MeetTheEqualitiesAndNothingGrew) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const std::size_t decisions = 2 + seed % 9;
    const Duals before = random_duals(seed, decisions, seed % 3 == 0);
    const Duals after = balanced(before, decisions);
    for (const double excess : excess_of(after, decisions)) EXPECT_NEAR(excess, 0, 1e-12) << seed;
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      const auto old = betas(before[i]);
      for (const DualVariable& v : after[i]) {
        EXPECT_GT(v.beta, 0);
        ASSERT_EQ(old.count({v.plus, v.minus}), 1U);
        EXPECT_LE(v.beta, old.at({v.plus, v.minus}));
      }
    }
  }
}

// Of what the equalities miss, every decision with too much gives it up once on a path to one with
// too little; a path has at most as many steps as there are decisions.
TEST(BalancedDuals, LoseNoMoreThanTheyMust) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const std::size_t decisions = 6;
    const Duals before = random_duals(seed, decisions, false);
    double missing = 0;
    for (const double excess : excess_of(before, decisions)) missing += std::max(0.0, excess);
    const double lost = total_of(before) - total_of(balanced(before, decisions));
    EXPECT_GE(lost, missing - 1e-12);
    EXPECT_LE(lost, static_cast<double>(decisions) * missing + 1e-12);
  }
}

TEST(BalancedDuals, ThatAreBalancedAlreadyAreNotTouched) {
  const Duals cycle{{{0, 1, 2.0, 0.25}},
                    {{1, 2, 0.5, 0.5}, {1, 2, 0.5, 0.5}},
                    {{2, 0, 1.0, 0.5}},
                    {},
                    {{3, constant_zero, 1.0, 0.75}},
                    {{constant_zero, 3, 1.0, 0.75}}};
  const Duals after = balanced(cycle, 4);
  ASSERT_EQ(after.size(), cycle.size());
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    ASSERT_EQ(after[i].size(), cycle[i].size());
    for (std::size_t k = 0; k < cycle[i].size(); ++k) {
      EXPECT_EQ(after[i][k].beta, cycle[i][k].beta);
      EXPECT_EQ(after[i][k].plus, cycle[i][k].plus);
      EXPECT_EQ(after[i][k].scale, cycle[i][k].scale);
    }
  }
}

TEST(BalancedDuals, APathIsTakenAwayAndACycleBesideItStays) {
  const Duals duals{{{0, 1, 1.0, 1.0}}, {{1, 0, 1.0, 1.0}}, {{0, 2, 2.0, 0.5}}, {{2, 3, 1.0, 1.0}}};
  const Duals after = balanced(duals, 4);
  EXPECT_EQ(after[0].size(), 1U);
  EXPECT_EQ(after[1].size(), 1U);
  EXPECT_TRUE(after[2].empty());
  EXPECT_TRUE(after[3].empty());
  EXPECT_EQ(total_of(after), 2);
}

// All instances that share a pair of decisions lose the same share.
TEST(BalancedDuals, TooMuchBetweenTwoDecisionsIsSharedByTheInstances) {
  const Duals duals{{{0, 1, 1.0, 1.0}}, {{0, 1, 2.0, 0.5}}, {{1, 0, 1.0, 1.0}}};
  const Duals after = balanced(duals, 2);
  EXPECT_NEAR(after[0][0].beta, 0.5, 1e-15);
  EXPECT_NEAR(after[1][0].beta, 0.25, 1e-15);
  EXPECT_EQ(after[2][0].beta, 1.0);
}

TEST(BalancedDuals, TakeVerySmallAndVeryLargeOnes) {
  Duals duals = random_duals(3, 7, false);
  for (std::size_t i = 0; i < duals.size(); ++i) {
    for (DualVariable& v : duals[i]) v.beta *= i % 2 == 0 ? 1e-12 : 1e12;
  }
  const Duals after = balanced(duals, 7);
  for (const double excess : excess_of(after, 7)) EXPECT_NEAR(excess, 0, 1e-15 * 1e12 * 100);
}

TEST(BalancedDuals, NothingStaysNothing) {
  EXPECT_TRUE(balanced({}, 3).empty());
  EXPECT_EQ(balanced(Duals(4), 3).size(), 4U);
}

// Instances of one label each, with all others as rivals.
ConstraintSet one_against_the_others(std::size_t instances, std::size_t decisions) {
  ConstraintSet set(decisions);
  std::vector<Decision> all(decisions);
  for (Decision d = 0; d < decisions; ++d) all[d] = d;
  const std::uint32_t list = set.add_list(all);
  for (std::size_t i = 0; i < instances; ++i) {
    const auto own = static_cast<Decision>(i % decisions);
    const ConstraintSet::Block block{own, list};
    set.add_instance(set.add_pattern({&block, 1}, {&own, 1}));
  }
  return set;
}

TEST(BalancedDuals, MeetATermByRaisingWithinTheBoxes) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    const std::size_t decisions = 2 + seed % 5, instances = 40;
    const ConstraintSet constraints = one_against_the_others(instances, decisions);
    const std::vector<double> C(instances, 1.0);
    Duals duals(instances);
    for (std::size_t i = 0; i < instances; ++i) {
      const auto own = static_cast<Decision>(i % decisions);
      const auto rival = static_cast<Decision>((own + 1 + random.below(decisions - 1)) % decisions);
      if (random.below(3) > 0) duals[i] = {{own, rival, 1, random.uniform()}};
    }
    // Near what the duals have, as in the steps towards free biases.
    std::vector<double> term = excess_of(duals, decisions);
    for (std::size_t d = 0; d + 1 < decisions; ++d) {
      const double change = random.uniform() - 0.5;
      term[d] += change;
      term[d + 1] -= change;
    }
    const BalancedDuals after = balanced(duals, constraints, C, term);
    ASSERT_TRUE(after.holds) << seed;
    const std::vector<double> excess = excess_of(after.duals, decisions);
    for (std::size_t d = 0; d < decisions; ++d) EXPECT_NEAR(excess[d], term[d], 1e-12) << seed;
    for (std::size_t i = 0; i < instances; ++i) {
      double mass = 0;
      for (const DualVariable& v : after.duals[i]) {
        EXPECT_GT(v.beta, 0);
        EXPECT_EQ(v.plus, i % decisions);
        EXPECT_NE(v.minus, v.plus);
        mass += v.beta;
      }
      EXPECT_LE(mass, 1 + 1e-12);
    }
  }
}

TEST(BalancedDuals, SayWhereATermCannotBeMet) {
  const ConstraintSet constraints = one_against_the_others(2, 2);
  const std::vector<double> C(2, 1.0), too_much{3, -3};
  EXPECT_FALSE(balanced(Duals(2), constraints, C, too_much).holds);
  const std::vector<double> all_there_is{1, -1};
  EXPECT_TRUE(balanced(Duals(2), constraints, C, all_there_is).holds);
}

}  // namespace
}  // namespace clade::detail

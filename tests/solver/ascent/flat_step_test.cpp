#include "solver/ascent/flat_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/random.h"
#include "linear/aligned_array.h"
#include "linear/row_kernels.h"
#include "solver/ascent/shared_slack_step.h"

namespace clade::detail {
namespace {

constexpr std::size_t classes = 37;  // three cache lines in single precision
constexpr Decision own = 5, left_out = 20;

bool is_rival(std::size_t c) { return c < classes && c != own && c != left_out; }

template <class Real>
struct Flat {
  std::size_t size = AlignedArray<Real>::padded(classes);
  AlignedArray<Real> scores = AlignedArray<Real>(size), allowed = AlignedArray<Real>(size),
                     beta = AlignedArray<Real>(size), values = AlignedArray<Real>(size),
                     change = AlignedArray<Real>(size);
  std::vector<std::uint32_t> blocks;
  std::uint32_t own_block = 0;
  Real own_score = 0;
  double squared_length = 1, least_gap = 0;
  Slack slack{1, 1};

  FlatStepReport take() {
    blocks.resize(size / block_units<Real>);
    FlatStep<Real> step;
    step.size = size;
    step.scores = scores.data();
    step.allowed = allowed.data();
    step.own_score = own_score;
    step.squared_length = squared_length;
    step.slack = slack;
    step.least_gap = least_gap;
    step.beta = beta.data();
    step.values = values.data();
    step.change = change.data();
    step.blocks = blocks.data();
    step.first_block = 10;
    step.own_block = own_block;
    const FlatStepReport report = take_flat_step(step);
    blocks.resize(report.touched);
    return report;
  }
  double mass() const {
    double sum = 0;
    for (const Real b : beta) sum += static_cast<double>(b);
    return sum;
  }
};

template <class Real>
Flat<Real> random_flat(Random& random, Slack slack, double squared_length) {
  constexpr Real none = -std::numeric_limits<Real>::infinity();
  Flat<Real> flat;
  flat.slack = slack;
  flat.squared_length = squared_length;
  flat.own_score = static_cast<Real>(random.normal());
  double left = slack.unbounded() ? slack.C : 0.9 * slack.C;
  for (std::size_t c = 0; c < flat.size; ++c) {
    flat.scores[c] = static_cast<Real>(random.normal());
    if (c == left_out) flat.scores[c] = none;
    if (c >= classes || c == own) flat.allowed[c] = none;
    if (!is_rival(c) || random.uniform() < 0.7) continue;
    flat.beta[c] = static_cast<Real>(0.4 * left * random.uniform());
    left -= static_cast<double>(flat.beta[c]);
  }
  return flat;
}

// What the steps between pairs of variables make of the same block.
template <class Real>
std::vector<double> by_pairs(const Flat<Real>& flat) {
  Csr<Attribute> rows;  // flat, but not told so
  for (std::uint32_t d = 0; d < classes; ++d) {
    rows.push({UnitId{d}, -1.0});
    rows.end_row();
  }
  const ScoreMap map(std::move(rows), classes);
  SharedSlackStep<double> step;
  for (std::size_t c = 0; c < classes; ++c) {
    if (!is_rival(c)) continue;
    const double gradient =
        1 - static_cast<double>(flat.own_score) + static_cast<double>(flat.scores[c]);
    step.add({own, static_cast<Decision>(c), 1, static_cast<double>(flat.beta[c])}, gradient);
  }
  step.ascend(ClassGram(map), flat.squared_length, flat.slack, 1e-13);
  std::vector<double> beta(classes);
  for (const DualVariable& v : step.variables) beta[v.minus] = v.beta;
  return beta;
}

class FlatSteps : public testing::TestWithParam<Slack> {};

TEST_P(FlatSteps, AgreeWithStepsBetweenPairs) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const double squared_length = 0.1 + 2 * random.uniform();
    auto flat = random_flat<double>(random, GetParam(), squared_length);
    const std::vector<double> expected = by_pairs(flat);
    flat.take();
    for (std::size_t c = 0; c < classes; ++c) {
      EXPECT_NEAR(flat.beta[c], expected[c], 1e-7 * GetParam().C) << round << " " << c;
    }
  }
}

// However small hC is against the scores.
TEST_P(FlatSteps, KeepTheMassInSinglePrecision) {
  Random random(2);
  for (const double squared_length : {1e-6, 1e-3, 1.0, 1e3}) {
    for (int round = 0; round < 50; ++round) {
      auto flat = random_flat<float>(random, GetParam(), squared_length);
      const std::vector<double> expected = by_pairs(flat);
      flat.take();
      double mass = 0;
      for (const double b : expected) mass += b;
      EXPECT_NEAR(flat.mass(), mass, 1e-4 * std::max(mass, GetParam().C));
    }
  }
}

TEST_P(FlatSteps, ReportWhatTheySawAndDid) {
  Random random(3);
  auto flat = random_flat<double>(random, GetParam(), 0.8);
  const std::vector<double> before(flat.beta.begin(), flat.beta.end());
  double top = -std::numeric_limits<double>::infinity(), earned = 0, mass = 0;
  std::ptrdiff_t support = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    if (!is_rival(c)) continue;
    const double g = 1 - flat.own_score + flat.scores[c];
    top = std::max(top, g);
    earned += flat.beta[c] * g;
    mass += flat.beta[c];
    support += flat.beta[c] > 0 ? 1 : 0;
  }
  const FlatStepReport report = flat.take();
  const double cost = GetParam().cost(std::max(0.0, top));
  EXPECT_NEAR(report.cost, cost, 1e-12 * cost);
  EXPECT_NEAR(report.gap, cost + GetParam().dual_term(mass) - earned, 1e-9);
  EXPECT_NEAR(report.value, mass - GetParam().dual_term(mass), 1e-9);
  EXPECT_NEAR(report.moved, flat.mass() - mass, 1e-9);
  std::size_t changes = 0;
  for (std::size_t c = 0; c < flat.size; ++c) {
    support -= flat.beta[c] > 0 ? 1 : 0;
    changes += flat.beta[c] != before[c] ? 1U : 0U;
    const auto block = static_cast<std::uint32_t>(10 + c / 8);
    if (std::count(flat.blocks.begin(), flat.blocks.end(), block) > 0) {
      EXPECT_EQ(flat.change[c], before[c] - flat.beta[c]);
    } else {
      EXPECT_EQ(flat.beta[c], before[c]);
    }
  }
  EXPECT_EQ(report.changes, changes);
  EXPECT_EQ(report.new_support, -support);
  EXPECT_TRUE(std::is_sorted(flat.blocks.begin(), flat.blocks.end()));
}

TEST_P(FlatSteps, AreNotTakenBelowTheLeastGap) {
  Random random(4);
  auto flat = random_flat<double>(random, GetParam(), 0.8);
  const std::vector<double> before(flat.beta.begin(), flat.beta.end());
  flat.least_gap = 1e9;
  EXPECT_EQ(flat.take().changes, 0U);
  EXPECT_TRUE(std::equal(flat.beta.begin(), flat.beta.end(), before.begin()));
  EXPECT_TRUE(flat.blocks.empty());
}

// It changes with the others: the sum of what they lose is what its class gains.
TEST(FlatStep, TouchesTheBlockOfTheOwnClass) {
  Random random(6);
  auto flat = random_flat<double>(random, Slack{1, 1}, 0.8);
  constexpr std::size_t quiet = 24;  // a block that no rival of the step is in
  for (std::size_t c = quiet; c < quiet + block_units<double>; ++c) {
    flat.scores[c] = -100;
    flat.beta[c] = 0;
  }
  flat.own_block = 10 + quiet / block_units<double>;
  EXPECT_GT(flat.take().changes, 0U);
  EXPECT_EQ(std::count(flat.blocks.begin(), flat.blocks.end(), flat.own_block), 1);
  for (std::size_t c = quiet; c < quiet + block_units<double>; ++c) EXPECT_EQ(flat.change[c], 0);
}

template <class Real>
std::vector<std::uint32_t> positive_places(const AlignedArray<Real>& values) {
  std::vector<std::uint32_t> places(values.padded_size());
  places.resize(find_positive(values.data(), values.padded_size(), places.data()));
  return places;
}

TEST(FindPositive, FindsWhatIsAboveZeroInOrder) {
  AlignedArray<float> single(70);
  AlignedArray<double> twice(70);
  EXPECT_TRUE(positive_places(single).empty());
  EXPECT_TRUE(positive_places(AlignedArray<float>()).empty());
  for (const std::size_t c : {0u, 15u, 16u, 31u, 47u, 69u}) {
    single[c] = 1e-30F;
    twice[c] = 1e-30;
  }
  single[20] = -1;
  twice[20] = -1;
  const std::vector<std::uint32_t> expected{0, 15, 16, 31, 47, 69};
  EXPECT_EQ(positive_places(single), expected);
  EXPECT_EQ(positive_places(twice), expected);
}

// All mass goes when the margin is reached: no gradient is above that of the slack.
TEST_P(FlatSteps, GiveBackAllMassWhereNothingIsViolated) {
  Random random(5);
  auto flat = random_flat<double>(random, GetParam(), 0.01);
  flat.own_score = 1e6;
  flat.take();
  EXPECT_EQ(flat.mass(), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, FlatSteps,
                         testing::Values(Slack{0.2, 1}, Slack{100, 1}, Slack{0.5, 2},
                                         Slack{1e-4, 1}));

}  // namespace
}  // namespace clade::detail

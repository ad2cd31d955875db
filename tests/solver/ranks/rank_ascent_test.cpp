#include "solver/ranks/rank_ascent.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/train_context.h"
#include "clade/error.h"
#include "solver/ascent/ascent.h"
#include "solver/ranks/shared_change.h"
#include "tests/solver/random_problem.h"
#include "tests/support/thread_ranks.h"

namespace clade::detail {
namespace {

using test::Shape;

// The instances [begin, end) of a problem.
template <class Real>
Problem<Real> part_of(const Problem<Real>& whole, std::size_t begin, std::size_t end,
                      const Shape& shape) {
  Problem<Real> part = whole;
  part.rows = {};
  part.C.clear();
  part.constraints = ConstraintSet(whole.constraints.decisions());
  auto losses = std::make_shared<test::TableLosses>();
  if (whole.constraints.losses() != nullptr) {
    for (std::size_t d = 0; d < shape.decisions; ++d) {
      losses->table.emplace_back(shape.decisions);
      whole.constraints.losses()->row(static_cast<Decision>(d), losses->table.back());
    }
    part.constraints = ConstraintSet(whole.constraints.decisions(), losses);
  }
  for (std::size_t n = 0; n < whole.constraints.lists(); ++n) {
    part.constraints.add_list(whole.constraints.list(n));
  }
  for (std::size_t i = begin; i < end; ++i) {
    for (const auto& feature : whole.rows.row(i)) part.rows.push(feature);
    part.rows.end_row();
    part.C.push_back(whole.C[i]);
    part.constraints.add_instance(
        part.constraints.add_pattern(whole.constraints.blocks(i), whole.constraints.left_out(i)));
  }
  return part;
}

struct OfRanks {
  std::vector<SolverResult> results;
  std::vector<WeightRows<double>> weights;
};

// Cut at these instances.
OfRanks solve_over_ranks(const Problem<double>& whole, const Shape& shape,
                         const std::vector<std::size_t>& cuts, double tolerance) {
  const std::size_t ranks = cuts.size() - 1;
  OfRanks found{std::vector<SolverResult>(ranks), std::vector<WeightRows<double>>(ranks)};
  test::run_ranks(static_cast<int>(ranks), [&](Communicator& peers) {
    const auto r = static_cast<std::size_t>(peers.rank());
    Problem<double> own = part_of(whole, cuts[r], cuts[r + 1], shape);
    LinearBackend<double> backend(own);
    Reporter reporter;
    ThreadPool pool(1);
    TrainContext context{reporter, pool, 3, peers};
    const SolverParams params{tolerance, 20000};
    found.results[r] = RankAscent<double>(own, backend, params, context).run();
    found.weights[r] = backend.take();
  });
  return found;
}

class RankAscentOfEveryKind : public test::EveryKind {};

TEST_P(RankAscentOfEveryKind, ReachesTheOptimumOfOneMachine) {
  const Shape shape = this->shape();
  if (shape.with_anchor) GTEST_SKIP();  // several ranks begin with nothing
  constexpr double tolerance = 1e-4;
  for (const std::uint64_t seed : {std::uint64_t{1}}) {
    const auto whole = test::random_problem<double>(seed, shape);
    Problem<double> alone = part_of(whole, 0, shape.instances, shape);
    LinearBackend<double> backend(alone);
    Reporter reporter;
    ThreadPool pool(1);
    TrainContext context{reporter, pool, 3};
    const SolverParams params{tolerance, 20000};
    const SolverResult best = Ascent<LinearBackend<double>>(alone, backend, params, context).run();
    for (const auto& cuts :
         {std::vector<std::size_t>{0, 12, 25}, std::vector<std::size_t>{0, 3, 3, 25}}) {
      const OfRanks found = solve_over_ranks(whole, shape, cuts, tolerance);
      for (const SolverResult& result : found.results) {
        EXPECT_EQ(result.stopped, Stop::tolerance);
        EXPECT_LE(result.certificate.relative_gap, tolerance);
        EXPECT_NEAR(result.certificate.primal, best.certificate.primal,
                    2 * tolerance * best.certificate.primal);
        EXPECT_LE(result.certificate.lower_bound, best.certificate.primal * (1 + 1e-12));
        EXPECT_EQ(result.total_duals, whole.constraints.total());
      }
      // The certificate is that of the weights that every rank has.
      EXPECT_EQ(found.weights[0].squared_distance(found.weights[1]), 0);
      const auto slow = test::objectives(whole, found.weights[0], Duals(shape.instances));
      EXPECT_NEAR(slow.primal, found.results[0].certificate.primal, 1e-9 * slow.primal);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, RankAscentOfEveryKind, test::every_kind());

TEST(RankAscent, GivesTheSameWeightsEveryTime) {
  Shape shape;
  shape.instances = 60;
  const auto whole = test::random_problem<double>(5, shape);
  const OfRanks first = solve_over_ranks(whole, shape, {0, 20, 40, 60}, 1e-4);
  const OfRanks second = solve_over_ranks(whole, shape, {0, 20, 40, 60}, 1e-4);
  EXPECT_EQ(first.weights[0].squared_distance(second.weights[0]), 0);
  EXPECT_EQ(first.results[0].epochs, second.results[2].epochs);
}

TEST(SharedChange, AddsUpRowsAndSendsNoneThatIsZero) {
  test::run_ranks(2, [](Communicator& peers) {
    constexpr std::size_t units = 40;
    WeightRows<double> weights(3, units);
    weights.row(1)[5] = 2;
    ChangedRows<double> own(units);
    std::vector<double> row(units);
    own.add(0, row);  // nothing
    row[5] = peers.rank() == 0 ? 1 : 3;
    own.add(1, row);
    if (peers.rank() == 1) own.add(2, std::vector<double>(units, 1.0));
    EXPECT_EQ(own.size(), peers.rank() == 0 ? 1U : 2U);
    const SummedChange<double> all = sum_changes(own, peers);
    EXPECT_EQ(all.parts[0].size() + all.parts[1].size(), 2U);
    all.add_to(weights, 0.5);
    EXPECT_DOUBLE_EQ(weights.row(1)[5], 4);
    EXPECT_DOUBLE_EQ(weights.row(2)[7], 0.5);
    EXPECT_DOUBLE_EQ(weights.row(0)[5], 0);
  });
}

// Changes of the weights of a random problem; `instances` of them.
ChangeProducts<double> random_products(const Problem<double>& problem, std::size_t instances) {
  ChangeProducts<double> products(problem.features, problem.score_map.units());
  UnitChange<double> change(problem.score_map.units());
  for (std::size_t i = 0; i < instances; ++i) {
    change.add(static_cast<UnitId>(i % problem.score_map.units()), 0.5 + static_cast<double>(i));
    change.add(static_cast<UnitId>((3 * i + 1) % problem.score_map.units()), -1);
    products.add(problem.rows.row(i % problem.rows.size()), change);
    change.clear();
  }
  return products;
}

// The few changes of a round go as products, many as rows of weights.
TEST(ChangeProducts, AreTheSameAsBytesInEitherForm) {
  const Problem<double> problem = test::random_problem<double>(3, Shape());
  ThreadPool pool(1), two(2);
  for (const std::size_t instances :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{4000}}) {
    const ChangeProducts<double> products = random_products(problem, instances);
    LinearBackend<double> direct(problem), sent(problem), threaded(problem);
    products.add_to(direct, -2, pool);
    products.add_to(threaded, -2, two);
    std::string bytes;
    products.append_to(bytes);
    ByteReader reader(bytes);
    const auto received =
        ChangeProducts<double>::from(problem.features, problem.score_map.units(), reader);
    EXPECT_TRUE(reader.is_at_end());
    if (instances == 4000) {
      EXPECT_LE(received.size(), problem.features);
    }
    received.add_to(sent, -2, pool);
    EXPECT_EQ(direct.weights().squared_distance(threaded.weights()), 0);
    const double squared_norm = direct.weights().squared_norm();
    EXPECT_NEAR(direct.weights().squared_distance(sent.weights()), 0, 1e-24 * squared_norm);
    // w = -2 A, so <w, A> = -|w|^2 / 2.
    EXPECT_NEAR(products.along(direct.weights().view(), two), -squared_norm / 2,
                1e-12 * squared_norm);
  }
}

TEST(DualMoves, AreInTheOrderOfTheConstraintsAndMixed) {
  ConstraintSet set(4);
  const std::uint32_t zero = set.add_list(std::vector<Decision>{constant_zero});
  const std::uint32_t others = set.add_list(std::vector<Decision>{0, 1, 2, 3});
  const std::vector<ConstraintSet::Block> blocks{{2, zero}, {constant_zero, others}};
  set.add_instance(set.add_pattern(blocks, std::vector<Decision>{2}));
  const InstanceDuals before{{constant_zero, 1, 1, 0.4}, {constant_zero, 3, 1, 0.2}};
  const InstanceDuals after{{2, constant_zero, 1, 1}, {constant_zero, 3, 1, 0.6}};
  const std::vector<DualMove> own = moves(set, 0, before, after, 1e-9);
  EXPECT_FALSE(is_still(own));
  const InstanceDuals half = mixed(own, 0.5);
  ASSERT_EQ(half.size(), 3U);
  EXPECT_EQ(half[0].plus, 2U);
  EXPECT_DOUBLE_EQ(half[0].beta, 0.5);
  EXPECT_EQ(half[1].minus, 1U);
  EXPECT_DOUBLE_EQ(half[1].beta, 0.2);
  EXPECT_EQ(half[2].minus, 3U);
  EXPECT_DOUBLE_EQ(half[2].beta, 0.4);
  EXPECT_EQ(mixed(own, 1).size(), 2U);
  // Rounding is no move.
  InstanceDuals rounded = before;
  rounded[0].beta *= 1 + 1e-10;
  EXPECT_TRUE(is_still(moves(set, 0, before, rounded, 1e-9)));
  EXPECT_FALSE(is_still(moves(set, 0, before, rounded, 1e-11)));
}

}  // namespace
}  // namespace clade::detail

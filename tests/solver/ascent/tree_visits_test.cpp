#include "solver/ascent/tree_visits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "base/threads.h"
#include "solver/problem/certificate.h"
#include "tests/solver/tree/random_tree.h"

namespace clade::detail {
namespace {

// A problem whose instances are visited some times.
template <class Real>
struct Trial {
  Trial(std::uint64_t seed, const test::TreeOptions& options,
        int most_rounds = TreeStep<Real>::most_rounds)
      : problem(test::random_tree_problem<Real>(seed, options)),
        tables(problem),
        backend(problem),
        tree(TreeTables<Real>::make(tables)),
        is_possible(TreeVisits<Real>::should_use(problem, backend, *tree)),
        visits(tables, backend, std::move(tree), most_rounds),
        log(problem.rows.size(), false, false),
        order(problem.rows.size()) {
    std::iota(order.begin(), order.end(), 0U);
  }

  void visit(int epochs) {
    for (int epoch = 0; epoch < epochs; ++epoch) visits.visit(order, 0, order.size(), log);
  }
  // By feature and unit.
  std::vector<std::vector<double>> weights_of_duals() {
    std::vector<std::vector<double>> weights(problem.features,
                                             std::vector<double>(problem.score_map.units()));
    const Duals& duals = visits.duals();
    for (std::size_t i = 0; i < duals.size(); ++i) {
      for (const DualVariable& v : duals[i]) {
        const auto add = [&](Decision d, double flow) {
          for (const Attribute& a : problem.score_map.of(d)) {
            for (const auto& x : problem.rows.row(i)) {
              weights[x.index][index_of(a.unit)] +=
                  flow * a.strength * static_cast<double>(x.value);
            }
          }
        };
        add(v.plus, v.scale * v.beta);
        add(v.minus, -v.scale * v.beta);
      }
    }
    return weights;
  }
  void expect_weights_of_duals(double tolerance) {
    const auto expected = weights_of_duals();
    double squared_norm = 0;
    for (std::size_t j = 0; j < expected.size(); ++j) {
      const auto row = backend.weights().view().row(j);
      for (std::size_t u = 0; u < row.size(); ++u) {
        EXPECT_NEAR(static_cast<double>(row[u]), expected[j][u], tolerance) << j << ' ' << u;
        squared_norm += expected[j][u] * expected[j][u];
      }
    }
    // What pads the rows is zero.
    EXPECT_NEAR(backend.squared_norm(), squared_norm, tolerance * (1 + squared_norm));
  }
  double total_gap() { return log.sum().gap; }

  Problem<Real> problem;
  ProblemTables<Real> tables;
  LinearBackend<Real> backend;
  std::unique_ptr<const TreeTables<Real>> tree;
  bool is_possible;
  TreeVisits<Real> visits;
  VisitLog log;
  std::vector<std::uint32_t> order;
};

std::vector<test::TreeOptions> all_options() {
  std::vector<test::TreeOptions> all;
  for (const std::size_t depth : {std::size_t{1}, std::size_t{3}}) {
    for (const std::size_t classes : {std::size_t{7}, std::size_t{40}}) {
      for (const int power : {1, 2}) {
        test::TreeOptions options;
        options.depth = depth;
        options.classes = classes;
        options.slack_power = power;
        options.is_uneven = classes == 40 && power == 1;
        options.has_empty_row = power == 2;
        all.push_back(options);
      }
    }
  }
  return all;
}

// Calls use(run) for random problems that these visits are for.
template <class Real, class Use>
void for_runs(Use use, int most_rounds = TreeStep<Real>::most_rounds, std::size_t instances = 30,
              std::size_t features = 12) {
  int runs = 0;
  for (test::TreeOptions options : all_options()) {
    options.instances = instances;
    options.features = features;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Trial<Real> run(seed, options, most_rounds);
      if (!run.is_possible) continue;
      SCOPED_TRACE(testing::Message()
                   << "seed " << seed << " classes " << options.classes << " depth "
                   << options.depth << " power " << options.slack_power);
      use(run);
      ++runs;
    }
  }
  EXPECT_GT(runs, 10);
}

TEST(TreeVisits, GiveInnerUnitsTheWeightsOfTheDuals) {
  for_runs<double>([](Trial<double>& run) {
    run.visit(3);
    run.visits.complete_weights();
    run.expect_weights_of_duals(1e-12);
  });
  for_runs<float>([](Trial<float>& run) {
    run.visit(3);
    run.visits.complete_weights();
    run.expect_weights_of_duals(1e-4);
  });
}

TEST(TreeVisits, GoOnFromCompleteWeights) {
  for_runs<double>([](Trial<double>& run) {
    run.visit(2);
    const double before = run.visits.squared_distance().value_or(-1);
    run.visits.complete_weights();
    EXPECT_FALSE(run.visits.squared_distance().has_value());
    EXPECT_NEAR(before, run.backend.squared_norm(), 1e-12 * (1 + before));
    run.visit(2);
    run.visits.complete_weights();
    run.visits.complete_weights();
    run.expect_weights_of_duals(1e-12);
  });
}

// Against the same from complete weights and duals in their common form.
template <class Real>
void expect_equal_bounds(Trial<Real>& run, double tolerance) {
  ThreadPool one(1), two(2);
  run.visit(3);
  const std::optional<Certificate> seen = run.visits.certify(0, two);
  ASSERT_TRUE(seen.has_value());
  // From complete weights others have to.
  EXPECT_FALSE(run.visits.certify(0, two).has_value());
  const Certificate expected = certify(run.problem, run.tables.scan, run.tables.map, run.backend,
                                       run.visits.duals(), 0, one);
  const double scale = 1 + std::abs(expected.primal);
  EXPECT_NEAR(seen->primal, expected.primal, tolerance * scale);
  EXPECT_NEAR(seen->dual, expected.dual, tolerance * scale);
  EXPECT_NEAR(seen->lower_bound, expected.lower_bound, tolerance * scale);
  EXPECT_NEAR(seen->mean_slack, expected.mean_slack, tolerance * scale);
}

TEST(TreeVisits, SeeTheBoundsOfCompleteWeights) {
  for_runs<double>([](Trial<double>& run) { expect_equal_bounds(run, 1e-12); });
  for_runs<float>([](Trial<float>& run) { expect_equal_bounds(run, 1e-5); });
}

// The distance of the weights from those of the duals, summed up in double.
TEST(TreeVisits, BoundWhatRoundingMoves) {
  // For less no account is kept.
  constexpr std::size_t many_instances = 6000, many_features = 60, many_units = 20;
  int known = 0;
  for_runs<float>(
      [&known](Trial<float>& run) {
        if (run.problem.score_map.units() < many_units) return;
        ++known;
        run.visit(2);
        const std::optional<double> bound = run.visits.squared_drift();
        ASSERT_TRUE(bound.has_value());
        run.visits.complete_weights();
        EXPECT_EQ(run.visits.squared_drift(), bound);
        const auto expected = run.weights_of_duals();
        double moved = 0;
        for (std::size_t j = 0; j < expected.size(); ++j) {
          const auto row = run.backend.weights().view().row(j);
          for (std::size_t u = 0; u < row.size(); ++u) {
            const double error = static_cast<double>(row[u]) - expected[j][u];
            moved += error * error;
          }
        }
        EXPECT_GT(moved, 0);
        EXPECT_LE(moved, *bound);
        run.visits.drop_weights();
        run.backend.reset();
        run.visits.add_to_weights(run.visits.duals());
        EXPECT_FALSE(run.visits.squared_drift().has_value());
      },
      TreeStep<float>::most_rounds, many_instances, many_features);
  EXPECT_GT(known, 5);
}

TEST(TreeVisits, BuildWeightsFromDuals) {
  for_runs<double>([](Trial<double>& run) {
    run.visit(2);
    const Duals duals = run.visits.duals();
    run.visits.drop_weights();
    run.backend.reset();
    run.visits.add_to_weights(duals);
    run.visits.complete_weights();
    run.expect_weights_of_duals(1e-12);
  });
}

TEST(TreeVisits, TakeDualsAndCountThem) {
  for_runs<double>([](Trial<double>& run) {
    run.visit(2);
    const Duals duals = run.visits.duals();
    std::uint64_t count = 0;
    for (const auto& of_instance : duals) count += of_instance.size();
    EXPECT_EQ(run.visits.nonzero_duals(), count);
    run.visits.set_duals(duals);
    EXPECT_EQ(run.visits.nonzero_duals(), count);
    const Duals& again = run.visits.duals();
    for (std::size_t i = 0; i < duals.size(); ++i) {
      ASSERT_EQ(again[i].size(), duals[i].size());
      for (std::size_t k = 0; k < duals[i].size(); ++k) {
        EXPECT_EQ(again[i][k].minus, duals[i][k].minus);
        EXPECT_EQ(again[i][k].scale, duals[i][k].scale);
        EXPECT_DOUBLE_EQ(again[i][k].beta, duals[i][k].beta);
      }
    }
  });
}

TEST(TreeVisits, StepBetweenPairsWhereRoundsDoNotSuffice) {
  constexpr int no_rounds = 0;
  for_runs<double>(
      [](Trial<double>& run) {
        run.visit(1);
        const double first = run.total_gap();
        run.visit(100);
        EXPECT_LT(run.total_gap(), 0.01 * first);
        run.visits.complete_weights();
        run.expect_weights_of_duals(1e-10);
      },
      no_rounds);
}

}  // namespace
}  // namespace clade::detail

#include "solver/interior_point/constraint_matrix.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "tests/solver/random_problem.h"

namespace clade::detail {
namespace {

using test::Shape;

// Z written down.
std::vector<std::vector<double>> dense(const Problem<double>& problem, const ConstraintList& list) {
  const std::size_t units = problem.score_map.units();
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < list.instances(); ++i) {
    for (std::size_t g = list.first_group[i]; g < list.first_group[i + 1]; ++g) {
      for (std::size_t c = list.groups[g].begin; c < list.groups[g].end; ++c) {
        std::vector<double> row(problem.features * units);
        const auto add = [&](Decision d, double sign) {
          if (d == constant_zero) return;
          for (const Attribute& a : problem.score_map.of(d)) {
            for (const auto& f : problem.rows.row(i)) {
              row[f.index * units + index_of(a.unit)] +=
                  sign * list.constraints[c].scale * a.strength * f.value;
            }
          }
        };
        add(list.constraints[c].plus, 1);
        add(list.constraints[c].minus, -1);
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

std::vector<double> random_values(std::size_t size) {
  Random random(size);
  std::vector<double> values(size);
  for (double& value : values) value = random.uniform() + 0.1;
  return values;
}

class Matrices : public testing::TestWithParam<std::tuple<SlackGroups, int, bool, bool>> {
 protected:
  Problem<double> problem() const {
    Shape shape;
    shape.instances = 8;
    shape.decisions = 4;
    shape.units = 6;
    shape.features = 3;
    std::tie(shape.groups, shape.slack_power, shape.binary, shape.flat) = GetParam();
    return test::random_problem<double>(9, shape);
  }
};

TEST_P(Matrices, AgreeWithTheConstraintsWrittenDown) {
  const auto given = problem();
  const ConstraintList list = list_constraints(given);
  const ConstraintMatrix matrix(given, list);
  const auto Z = dense(given, list);
  ASSERT_EQ(Z.size(), list.constraints.size());
  const auto w = random_values(matrix.columns()), q = random_values(Z.size());
  std::vector<double> margins(Z.size()), sums(matrix.columns(), 1.0);
  matrix.times(w, margins);
  matrix.add_transposed(q, sums);
  for (std::size_t k = 0; k < w.size(); ++k) {
    double expected = 1;
    for (std::size_t c = 0; c < Z.size(); ++c) expected += Z[c][k] * q[c];
    EXPECT_NEAR(sums[k], expected, 1e-12);
  }
  for (std::size_t c = 0; c < Z.size(); ++c) {
    double expected = 0;
    for (std::size_t k = 0; k < w.size(); ++k) expected += Z[c][k] * w[k];
    EXPECT_NEAR(margins[c], expected, 1e-12);
  }
}

// Z'DZ without the slacks, from Z written down.
void expect_products(const Problem<double>& given, ThreadPool& pool) {
  const ConstraintList list = list_constraints(given);
  const ConstraintMatrix matrix(given, list);
  const auto Z = dense(given, list);
  const auto d = random_values(Z.size()), e = random_values(list.groups.size());
  LowerMatrix products(matrix.columns());
  matrix.add_products(d, e, products, pool);
  for (std::size_t a = 0; a < matrix.columns(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double expected = 0;
      for (std::size_t g = 0; g < list.groups.size(); ++g) {
        double sum = e[g], of_a = 0, of_b = 0;
        for (std::size_t c = list.groups[g].begin; c < list.groups[g].end; ++c) {
          expected += d[c] * Z[c][a] * Z[c][b];
          sum += d[c];
          of_a += d[c] * Z[c][a];
          of_b += d[c] * Z[c][b];
        }
        expected -= of_a * of_b / sum;
      }
      ASSERT_NEAR(products.row(a)[b], expected, 1e-11) << a << ' ' << b;
    }
  }
}

TEST_P(Matrices, EliminateTheSlackOfEveryGroup) {
  ThreadPool pool(1);
  expect_products(problem(), pool);
}

// Rows without a gap are taken as dense matrices, by all threads.
TEST_P(Matrices, EliminateSlacksOfDenseRows) {
  auto given = problem();
  given.features = 19;
  given.rows = {};
  Random random(3);
  for (std::size_t i = 0; i < given.C.size(); ++i) {
    for (std::uint32_t j = 0; j < given.features; ++j) given.rows.push({j, random.normal()});
    given.rows.end_row();
  }
  for (const unsigned threads : {1u, 2u}) {
    ThreadPool pool(threads);
    expect_products(given, pool);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Matrices,
                         testing::Combine(testing::Values(SlackGroups::instance,
                                                          SlackGroups::constraint),
                                          testing::Values(1, 2), testing::Bool(), testing::Bool()));

// A group of one with nothing beside it leaves nothing, exactly.
TEST(Matrix, AFullGroupOfOneConstraintHasNoPart) {
  Shape shape;
  shape.decisions = 2;
  shape.flat = true;
  const auto given = test::random_problem<double>(3, shape);
  const ConstraintList list = list_constraints(given);
  const ConstraintMatrix matrix(given, list);
  LowerMatrix products(matrix.columns());
  matrix.add_products(std::vector<double>(list.constraints.size(), 0.3),
                      std::vector<double>(list.groups.size(), 0.0), products);
  for (std::size_t a = 0; a < matrix.columns(); ++a) {
    for (std::size_t b = 0; b <= a; ++b) EXPECT_EQ(products.row(a)[b], 0);
  }
}

TEST(List, LeavesOutWhatHasNoDual) {
  auto given = test::random_problem<double>(4, {});
  given.C[2] = 0;
  const ConstraintList list = list_constraints(given);
  EXPECT_EQ(list.first_group[2], list.first_group[3]);
  std::size_t expected = 0;
  for (std::size_t i = 0; i < given.rows.size(); ++i) {
    expected += i == 2 ? 0 : given.constraints.count(i);
  }
  EXPECT_EQ(list.constraints.size(), expected);
  std::vector<double> beta(expected, 0.0);
  beta[0] = 0.5;
  const Duals duals = duals_of(list, beta);
  ASSERT_EQ(duals.size(), given.rows.size());
  ASSERT_EQ(duals[0].size(), 1u);
  EXPECT_EQ(duals[0][0].beta, 0.5);
  EXPECT_EQ(duals[1].size(), 0u);
}

}  // namespace
}  // namespace clade::detail

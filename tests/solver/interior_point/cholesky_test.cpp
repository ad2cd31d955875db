#include "solver/interior_point/cholesky.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "base/random.h"

namespace clade::detail {
namespace {

// B B' for B with `rank` columns, so of that rank.
std::vector<std::vector<double>> random_matrix(std::size_t size, std::size_t rank) {
  Random random(5);
  std::vector<std::vector<double>> b(size, std::vector<double>(rank)), a(size);
  for (auto& row : b) {
    for (double& value : row) value = random.normal();
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      a[i].push_back(0);
      for (std::size_t k = 0; k < rank; ++k) a[i][j] += b[i][k] * b[j][k];
    }
  }
  return a;
}

std::vector<double> times(const std::vector<std::vector<double>>& a, const std::vector<double>& x) {
  std::vector<double> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) result[i] += a[i][j] * x[j];
  }
  return result;
}

LowerMatrix factor_of(const std::vector<std::vector<double>>& a) {
  LowerMatrix matrix(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) std::copy_n(a[i].begin(), i + 1, matrix.row(i));
  factorise(matrix, 1e-12);
  return matrix;
}

TEST(Cholesky, SolvesWhatIsPositiveDefinite) {
  for (const std::size_t size : {1u, 2u, 5u, 13u, 32u, 33u, 64u, 101u}) {
    const auto a = random_matrix(size, size + 3);
    std::vector<double> x(size);
    for (std::size_t i = 0; i < size; ++i) x[i] = 1.0 + static_cast<double>(i);
    std::vector<double> solved = times(a, x);
    solve(factor_of(a), solved);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(solved[i], x[i], 1e-7) << size;
  }
}

TEST(Cholesky, SolvesWhatIsSingularWhereThereIsASolution) {
  for (const auto& [size, rank] : {std::pair{8u, 3u}, std::pair{90u, 3u}, std::pair{90u, 50u}}) {
    const auto a = random_matrix(size, rank);
    const std::vector<double> right = times(a, std::vector<double>(size, 1.0));
    std::vector<double> solved = right;
    solve(factor_of(a), solved);
    const std::vector<double> back = times(a, solved);
    for (std::size_t i = 0; i < right.size(); ++i) EXPECT_NEAR(back[i], right[i], 1e-8) << size;
  }
}

TEST(Cholesky, HoldsEverythingWhereTheMatrixIsZero) {
  std::vector<double> x{3, -4};
  LowerMatrix zero(2);
  factorise(zero, 1e-12);
  solve(zero, x);
  EXPECT_NEAR(x[0], 0, 1e-100);
  EXPECT_NEAR(x[1], 0, 1e-100);
}

}  // namespace
}  // namespace clade::detail

#include "solver/newton/symmetric_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "solver/newton/dense_product.h"

namespace clade::detail {
namespace {

using Matrix = std::vector<double>;

Matrix random_matrix(Random& random, std::size_t rows, std::size_t columns) {
  Matrix matrix(rows * columns);
  for (double& value : matrix) value = random.normal();
  return matrix;
}

// B B' + I
Matrix positive_definite(Random& random, std::size_t size) {
  const Matrix b = random_matrix(random, size, size);
  Matrix matrix(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k < size; ++k)
        matrix[i * size + j] += b[i * size + k] * b[j * size + k];
    }
    matrix[i * size + i] += 1;
  }
  return matrix;
}

Matrix without_upper(Matrix matrix, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i + 1; j < size; ++j) matrix[i * size + j] = std::nan("");
  }
  return matrix;
}

TEST(DenseProduct, AddsEveryTerm) {
  Random random(1);
  for (const std::size_t rows : {1U, 3U, 4U, 9U}) {
    for (const std::size_t columns : {8U, 16U, 24U, 40U, 72U}) {
      for (const std::size_t depth : {0U, 1U, 7U, 65U}) {
        const Matrix left = random_matrix(random, depth, rows + 2);
        const Matrix right = random_matrix(random, depth, columns);
        Matrix out = random_matrix(random, rows, columns), expected = out;
        add_product({out.data(), columns, rows, columns, left.data(), 1, rows + 2, right.data(),
                     columns, depth});
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t j = 0; j < columns; ++j) {
            for (std::size_t k = 0; k < depth; ++k) {
              expected[i * columns + j] += left[k * (rows + 2) + i] * right[k * columns + j];
            }
            EXPECT_NEAR(out[i * columns + j], expected[i * columns + j], 1e-12);
          }
        }
      }
    }
  }
}

TEST(DenseProduct, IsTheSameUpToTheDiagonal) {
  Random random(2);
  constexpr std::size_t size = 40, depth = 13;
  const Matrix rows = random_matrix(random, depth, size);
  Matrix whole(size * size), lower(size * size);
  add_product({whole.data(), size, size, size, rows.data(), 1, size, rows.data(), size, depth});
  add_symmetric_product(
      {lower.data(), size, size, size, rows.data(), 1, size, rows.data(), size, depth});
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) EXPECT_EQ(lower[i * size + j], whole[i * size + j]);
  }
}

TEST(SymmetricMatrix, InvertsFromTheLowerPart) {
  Random random(3);
  for (const std::size_t size : {8U, 16U, 80U}) {
    const Matrix matrix = positive_definite(random, size);
    Matrix inverse = without_upper(matrix, size);
    invert_symmetric(inverse.data(), size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < size; ++k) sum += matrix[i * size + k] * inverse[k * size + j];
        EXPECT_NEAR(sum, i == j ? 1 : 0, 1e-10);
      }
    }
  }
}

TEST(SymmetricMatrix, SolvesFromTheLowerPart) {
  Random random(4);
  for (const std::size_t size : {8U, 16U, 80U}) {
    const Matrix matrix = positive_definite(random, size);
    const Matrix right = random_matrix(random, size, 1);
    Matrix factor = without_upper(matrix, size), x = right;
    solve_symmetric(factor.data(), size, x.data());
    for (std::size_t i = 0; i < size; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < size; ++k) sum += matrix[i * size + k] * x[k];
      EXPECT_NEAR(sum, right[i], 1e-9);
    }
  }
}

}  // namespace
}  // namespace clade::detail

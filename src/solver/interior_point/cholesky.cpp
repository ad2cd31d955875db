#include "solver/interior_point/cholesky.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace clade::detail {

namespace {

// The pivot of a variable that is held at zero.
constexpr double held = 1e150;

// In four parts, which the compiler can put side by side.
double dot(const double* a, const double* b, std::size_t size) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t k = 0;
  for (; k + 4 <= size; k += 4) {
    for (std::size_t p = 0; p < 4; ++p) sums[p] += a[k + p] * b[k + p];
  }
  for (; k < size; ++k) sums[0] += a[k] * b[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Columns whose part in those behind them is taken away at once.
constexpr std::size_t panel = 4 * dense_step;

// The columns from `begin` to `end`, from which those before have been taken away. `diagonal` is
// that of A.
void factorise_columns(LowerMatrix& matrix, std::size_t begin, std::size_t end,
                       std::span<const double> diagonal, double smallest_pivot) {
  for (std::size_t i = begin; i < matrix.size(); ++i) {
    double* row = matrix.row(i);
    const std::size_t columns = std::min(i, end);
    for (std::size_t j = begin; j < columns; ++j) {
      const double* other = matrix.row(j);
      row[j] = (row[j] - dot(row + begin, other + begin, j - begin)) / other[j];
    }
    if (i >= end) continue;
    const double pivot = row[i] - dot(row + begin, row + begin, i - begin);
    row[i] = pivot > smallest_pivot * diagonal[i] ? std::sqrt(pivot) : held;
  }
}

}  // namespace

void factorise(LowerMatrix& matrix, double smallest_pivot) {
  const std::size_t size = matrix.size(), stride = matrix.stride();
  std::vector<double> diagonal(size);
  for (std::size_t i = 0; i < size; ++i) diagonal[i] = matrix.row(i)[i];
  AlignedArray<double> across(panel * stride);  // what was found of the columns, by column
  for (std::size_t begin = 0; begin < size; begin += panel) {
    const std::size_t end = std::min(size, begin + panel);
    factorise_columns(matrix, begin, end, diagonal, smallest_pivot);
    if (end == size) break;
    for (std::size_t i = end; i < size; ++i) {
      const double* row = matrix.row(i) + begin;
      for (std::size_t k = 0; k < panel; ++k) across[k * stride + i - end] = -row[k];
    }
    add_symmetric_product({matrix.row(end) + end, stride, size - end, stride - end,
                           matrix.row(end) + begin, stride, 1, across.data(), stride, panel});
  }
}

void solve(const LowerMatrix& factor, std::span<double> x) {
  const std::size_t size = factor.size();
  for (std::size_t i = 0; i < size; ++i) {
    const double* row = factor.row(i);
    x[i] = (x[i] - dot(row, x.data(), i)) / row[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    const double* row = factor.row(i);
    x[i] /= row[i];
    for (std::size_t k = 0; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

}  // namespace clade::detail

#include "solver/interior_point/cholesky.h"

#include <cmath>

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

}  // namespace

void factorise(LowerMatrix& matrix, double smallest_pivot) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    double* row = matrix.row(i);
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = matrix.row(j);
      row[j] = (row[j] - dot(row, other, j)) / other[j];
    }
    const double pivot = row[i] - dot(row, row, i);
    row[i] = pivot > smallest_pivot * row[i] ? std::sqrt(pivot) : held;
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

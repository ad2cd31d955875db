// The Cholesky factor of a dense symmetric matrix, where it need not be quite positive definite.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace clade::detail {

// A square matrix by rows, of which only the part up to the diagonal is meant.
class LowerMatrix {
 public:
  explicit LowerMatrix(std::size_t size) : size_(size), values_(size * size) {}
  std::size_t size() const { return size_; }
  double* row(std::size_t i) { return values_.data() + i * size_; }
  const double* row(std::size_t i) const { return values_.data() + i * size_; }
  void set_zero() { values_.assign(values_.size(), 0.0); }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

// Replaces A by L with A = L L'. Where nothing but rounding is left of a pivot, less than
// `smallest_pivot` of the diagonal, the variable is held at zero: solve() gives a solution of what
// is left.
void factorise(LowerMatrix& matrix, double smallest_pivot);

// x = A^-1 x, from the factor.
void solve(const LowerMatrix& factor, std::span<double> x);

}  // namespace clade::detail

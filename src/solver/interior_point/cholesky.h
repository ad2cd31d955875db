// The Cholesky factor of a dense symmetric matrix, where it need not be quite positive definite.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "linear/aligned_array.h"
#include "solver/newton/dense_product.h"

namespace clade::detail {

// A square matrix by rows, on whole cache lines, of which only the part up to the diagonal is
// meant.
class LowerMatrix {
 public:
  explicit LowerMatrix(std::size_t size)
      : size_(size), stride_(dense_padded(size)), values_(size * stride_) {}
  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  double* row(std::size_t i) { return values_.data() + i * stride_; }
  const double* row(std::size_t i) const { return values_.data() + i * stride_; }
  void set_zero() { std::fill(values_.begin(), values_.end(), 0.0); }

 private:
  std::size_t size_, stride_;
  AlignedArray<double> values_;
};

// Replaces A by L with A = L L'. Where nothing but rounding is left of a pivot, less than
// `smallest_pivot` of the diagonal, the variable is held at zero: solve() gives a solution of what
// is left.
void factorise(LowerMatrix& matrix, double smallest_pivot);

// x = A^-1 x, from the factor.
void solve(const LowerMatrix& factor, std::span<double> x);

}  // namespace clade::detail

#include "solver/newton/symmetric_matrix.h"

#include <algorithm>
#include <array>

#include "linear/aligned_array.h"
#include "solver/newton/dense_product.h"

namespace clade::detail {

namespace {

constexpr std::size_t width = dense_step;
using Pivot = std::array<double, width * width>;

// The inverse of the block of the diagonal that starts at `k`, by Gauss and Jordan: it is positive
// definite, so no pivot is to be chosen.
Pivot inverse_of_block(const double* matrix, std::size_t size, std::size_t k) {
  Pivot a;
  for (std::size_t r = 0; r < width; ++r) {
    for (std::size_t c = 0; c < width; ++c) {
      a[r * width + c] = matrix[(k + std::max(r, c)) * size + k + std::min(r, c)];
    }
  }
  for (std::size_t p = 0; p < width; ++p) {
    const double one = 1 / a[p * width + p];
    a[p * width + p] = 1;
    for (std::size_t c = 0; c < width; ++c) a[p * width + c] *= one;
    for (std::size_t r = 0; r < width; ++r) {
      if (r == p) continue;
      const double factor = a[r * width + p];
      a[r * width + p] = 0;
      for (std::size_t c = 0; c < width; ++c) a[r * width + c] -= factor * a[p * width + c];
    }
  }
  return a;
}

// The blocks of a matrix, one after the other.
class Sweep {
 public:
  Sweep(double* matrix, std::size_t size)
      : matrix_(matrix), size_(size), beside_(width * size), scaled_(width * size) {}

  // All rows and columns.
  void whole(std::size_t k) {
    for (std::size_t r = 0; r < width; ++r) {
      double* row = beside_.data() + r * size_;
      std::copy_n(matrix_ + (k + r) * size_, k, row);
      for (std::size_t i = k; i < k + width; ++i) row[i] = 0;
      for (std::size_t i = k + width; i < size_; ++i) row[i] = matrix_[i * size_ + k + r];
    }
    const Pivot pivot = scale(k, 0);
    add_symmetric_product(
        {matrix_, size_, size_, size_, beside_.data(), 1, size_, scaled_.data(), size_, width});
    for (std::size_t r = 0; r < width; ++r) {
      const double* row = scaled_.data() + r * size_;
      for (std::size_t i = 0; i < k; ++i) matrix_[(k + r) * size_ + i] = -row[i];
      for (std::size_t i = k + width; i < size_; ++i) matrix_[i * size_ + k + r] = -row[i];
      for (std::size_t c = 0; c < width; ++c) {
        matrix_[(k + r) * size_ + k + c] = -pivot[r * width + c];
      }
    }
  }

  // The rows below, and L = A_iK A_KK^-1 is left beside the block as -L', in its rows.
  void below(std::size_t k) {
    const std::size_t first = k + width;
    for (std::size_t r = 0; r < width; ++r) {
      double* row = beside_.data() + r * size_;
      for (std::size_t i = first; i < size_; ++i) row[i] = matrix_[i * size_ + k + r];
    }
    const Pivot pivot = scale(k, first);
    const std::size_t rest = size_ - first;
    add_symmetric_product({matrix_ + first * size_ + first, size_, rest, rest,
                           beside_.data() + first, 1, size_, scaled_.data() + first, size_, width});
    for (std::size_t r = 0; r < width; ++r) {
      std::copy_n(scaled_.data() + r * size_ + first, rest, matrix_ + (k + r) * size_ + first);
      std::copy_n(pivot.data() + r * width, width, matrix_ + (k + r) * size_ + k);
    }
  }

 private:
  // scaled = -A_KK^-1 beside, from column `first` on.
  Pivot scale(std::size_t k, std::size_t first) {
    const Pivot pivot = inverse_of_block(matrix_, size_, k);
    Pivot negative;
    std::transform(pivot.begin(), pivot.end(), negative.begin(), [](double v) { return -v; });
    std::fill(scaled_.begin(), scaled_.end(), 0.0);
    add_product({scaled_.data() + first, size_, width, size_ - first, negative.data(), width, 1,
                 beside_.data() + first, size_, width});
    return pivot;
  }

  double* matrix_;
  std::size_t size_;
  AlignedArray<double> beside_, scaled_;  // A_Ki and -A_KK^-1 A_Ki
};

}  // namespace

void invert_symmetric(double* matrix, std::size_t size) {
  Sweep sweep(matrix, size);
  for (std::size_t k = 0; k < size; k += width) sweep.whole(k);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      matrix[i * size + j] = -matrix[i * size + j];
      matrix[j * size + i] = matrix[i * size + j];
    }
  }
}

void solve_symmetric(double* matrix, std::size_t size, double* x) {
  Sweep sweep(matrix, size);
  for (std::size_t k = 0; k < size; k += width) sweep.below(k);
  for (std::size_t k = 0; k < size; ++k) {
    const double* row = matrix + k * size;
    const std::size_t first = k / width * width + width;
    for (std::size_t i = first; i < size; ++i) x[i] += row[i] * x[k];
  }
  for (std::size_t k = size; k > 0;) {
    k -= width;
    std::array<double, width> part{};
    for (std::size_t r = 0; r < width; ++r) {
      const double* row = matrix + (k + r) * size;
      for (std::size_t c = 0; c < width; ++c) part[r] += row[k + c] * x[k + c];
      for (std::size_t i = k + width; i < size; ++i) part[r] += row[i] * x[i];
    }
    std::copy(part.begin(), part.end(), x + k);
  }
}

}  // namespace clade::detail

// Products of small dense matrices, by rows and in double: what Newton's steps spend their time on.
//
// Every entry is one sum in the order of its terms, whatever the width of the machine's vectors and
// however the work is divided among threads.
#pragma once

#include <cstddef>

namespace clade::detail {

// Columns of the matrices here come in whole cache lines.
inline constexpr std::size_t dense_step = 8;
constexpr std::size_t dense_padded(std::size_t size) {
  return (size + dense_step - 1) / dense_step * dense_step;
}

// out(i, j) += sum over k of left(i, k) right(k, j), where left(i, k) = left[i left_row + k
// left_step] has any strides and the rows of the other two lie `stride` apart, on whole lines.
struct DenseProduct {
  double* out;
  std::size_t out_stride, rows, columns;
  const double* left;
  std::size_t left_row, left_step;
  const double* right;
  std::size_t right_stride, depth;
};

void add_product(const DenseProduct& product);
// The same up to the diagonal alone, where left and right are such that the sum is symmetric; some
// entries above the diagonal become those of the sum, too.
void add_symmetric_product(const DenseProduct& product);

}  // namespace clade::detail

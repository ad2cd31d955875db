// Inverse of, and solving with, small symmetric positive definite matrices.
//
// Matrices are square, by rows, of which only the part up to the diagonal is read; sizes are
// multiples of dense_step (dense_product.h). Both functions go through the matrix by blocks of
// dense_step rows: a block K is replaced by -A_KK^-1, what is beside it by A_iK A_KK^-1, and the
// rest by A_ij - A_iK A_KK^-1 A_Kj (the sweep operator). After all blocks that is -A^-1. Solving
// needs the rows below K alone: a third of the work.
#pragma once

#include <cstddef>

namespace clade::detail {

// Replaces A by A^-1, all entries.
void invert_symmetric(double* matrix, std::size_t size);

// x = A^-1 x. The matrix is overwritten.
void solve_symmetric(double* matrix, std::size_t size, double* x);

}  // namespace clade::detail

// Some instances x_1 ... x_n, ready to be compared with any other: k(x_j, z) for all j at once.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "data/sparse_row.h"
#include "data/sparse_rows.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

// A row z and where its n values k(x_j, z) go. There is room for whole panels (padded_size).
template <class Real>
struct KernelQuery {
  BasicSparseRow<Real> row;   // in the numbers of the instances' features
  double squared_length = 0;  // of the whole row, with features that no instance has
  Real* out = nullptr;
};

// May be used from several threads.
template <class Real>
class KernelRows {
 public:
  virtual ~KernelRows() = default;

  virtual std::size_t size() const = 0;
  std::size_t padded_size() const;
  virtual void compute(std::span<const KernelQuery<Real>> queries) const = 0;
  // k(a, b) of two rows, in double.
  virtual double between(BasicSparseRow<Real> a, BasicSparseRow<Real> b) const = 0;
};

// Of `rows`, whose indices are numbers below `features`. Not for precomputed kernels: there, x_j is
// the unit vector of feature j, and the kernel is linear.
template <class Real>
std::unique_ptr<const KernelRows<Real>> make_kernel_rows(const KernelSpec& spec,
                                                         const SparseRows<Real>& rows,
                                                         std::size_t features);

// Whether a value stands for a letter in rows of the subsequence kernel: a whole number that single
// precision holds exactly.
template <class Real>
bool is_character(Real value) {
  constexpr Real beyond = 1U << 24U;
  return value >= 0 && value < beyond && value == std::floor(value);
}

}  // namespace clade::detail

// A problem of binary constraints with squared slacks, dense and in double, as Newton's method
// reads it:
//
//   min 1/2 ||w - w0||^2 + sum_ic C_i (1 - t_ic F_ic)_+^2,   t_ic in {-1, 1}, or 0 for a decision
//   that the instance leaves out
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/newton/dense_product.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// Whether every constraint compares one decision with zero and has a squared slack of its own, of a
// finite price.
template <class Real>
bool is_binary_with_squared_slacks(const Problem<Real>& problem);

class BinaryProblem {
 public:
  // Instances that lie together in `columns()`.
  static constexpr std::size_t column_block = 32;

  // Only for problems that are of the form.
  template <class Real>
  explicit BinaryProblem(const Problem<Real>& problem);

  std::size_t instances() const { return instances_; }
  std::size_t padded_instances() const { return padded_instances_; }
  std::size_t decisions() const { return decisions_; }
  std::size_t width() const { return width_; }  // features, padded

  const double* row(std::size_t i) const { return rows_.data() + i * width_; }
  // The instances of a block as columns: feature after feature, column_block numbers each.
  const double* columns(std::size_t block) const {
    return columns_.data() + block * column_block * width_;
  }
  std::span<const double> C() const { return C_; }  // padded with zeros
  // t by instance, padded with zeros.
  std::span<const float> targets(std::size_t decision) const {
    return {targets_.data() + decision * padded_instances_, padded_instances_};
  }

 private:
  std::size_t instances_, padded_instances_, decisions_, width_;
  AlignedArray<double> rows_, columns_;
  std::vector<double> C_;
  std::vector<float> targets_;
};

}  // namespace clade::detail

// The decision scores of all instances, kept up to date while dual variables change.
//
// "One can keep track of the quantities H and incrementally update their values" (thesis 4.3.3): H
// follows from the scores, and these are fewer. A change of instance i's variables moves the scores
// of instance j by <x_i, x_j> times the same vector.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "solver/problem/problem.h"

namespace clade::detail {

template <class Backend>
class ScoreTable {
 public:
  using Real = typename Backend::Real;

  // The scores at the backend's weights, which are w0. All three must outlive the table.
  ScoreTable(const Problem<Real>& problem, const Backend& backend, ThreadPool& pool);

  // Scores of one instance, padded to whole cache lines.
  double* of(std::size_t i) { return scores_.data() + i * stride_; }
  std::size_t stride() const { return stride_; }

  // <x_i, x_j> for all j; until the next call.
  std::span<const double> products(std::size_t i);

  // F_j += product * change. Different instances may be moved on different threads.
  void move(std::size_t j, double product, std::span<const double> change);

 private:
  const Backend& backend_;
  ThreadPool& pool_;
  std::size_t instances_;
  std::size_t stride_;
  AlignedArray<double> scores_;
  std::vector<std::vector<double>> kept_;  // rows of products, as long as there is room
  std::size_t kept_bytes_ = 0;
  std::vector<double> last_;
};

}  // namespace clade::detail

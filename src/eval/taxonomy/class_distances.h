// How far the classes of a dataset are from each other: the distances between their centroids
// (thesis Eq. 6.1), in the feature space of any kernel.
#pragma once

#include <cstddef>
#include <vector>

#include "base/threads.h"
#include "clade/label_space.h"
#include "data/dataset.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

// A number for every pair of different things below `size`.
class PairTable {
 public:
  explicit PairTable(std::size_t size = 0)
      : size_(size), values_(size > 1 ? size * (size - 1) / 2 : 0) {}
  std::size_t size() const { return size_; }
  double& operator()(std::size_t a, std::size_t b) { return values_[place(a, b)]; }
  double operator()(std::size_t a, std::size_t b) const { return values_[place(a, b)]; }

 private:
  std::size_t place(std::size_t a, std::size_t b) const {
    if (a > b) return place(b, a);
    return a * (2 * size_ - a - 1) / 2 + (b - a - 1);
  }
  std::size_t size_;
  std::vector<double> values_;
};

// Between the centroids of all classes; an example counts in the centroid of each of its labels.
// Error{input} for a class without examples. Memory: half a square of numbers, and for dense data
// a second one of that size for a while.
PairTable class_distances(const Dataset& data, const LabelSpace& labels, const KernelSpec& kernel,
                          ThreadPool& pool);

}  // namespace clade::detail

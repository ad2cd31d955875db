// Inner products between vectors that belong to classes: sums of examples, class weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/csr.h"
#include "base/threads.h"
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

// <v_a, v_b> of the vectors of all classes, and <v_a, v_a>.
struct ClassProducts {
  explicit ClassProducts(std::size_t classes) : between(classes), own(classes) {}
  std::size_t size() const { return own.size(); }
  PairTable between;
  std::vector<double> own;

  // The distances |v_a - v_b|, in the memory of the products.
  PairTable distances() &&;
  // The cosines of the angles between them, in the same way; NaN where one of two is zero.
  PairTable cosines() &&;
};

// What one class has of a feature.
struct ClassShare {
  std::uint32_t of_class;
  double value;
};

// The products as sums over features, which come one by one. Features that most classes have are
// gathered and multiplied as a dense matrix, strips of it on all threads; the sums do not depend on
// how many there are.
class FeatureProducts {
 public:
  FeatureProducts(std::size_t classes, ThreadPool& pool);
  void add(std::span<const ClassShare> shares);
  ClassProducts finish() &&;

 private:
  static constexpr std::size_t width = 256;

  void add_sparse(std::span<const ClassShare> shares);
  void multiply_panel();

  ClassProducts products_;
  ThreadPool& pool_;
  std::vector<double> panel_;  // a row of `width` features for each class
  std::size_t filled_ = 0;
};

// Products between the means of groups of examples, in the feature space of a kernel. `groups` has
// the groups of every example, `sizes` how many examples each of them has, all above 0. Memory:
// half a square of numbers, and for dense data a second one of that size for a while.
ClassProducts mean_products(const Dataset& data, const Csr<std::uint32_t>& groups,
                            const std::vector<double>& sizes, const KernelSpec& kernel,
                            ThreadPool& pool);

}  // namespace clade::detail

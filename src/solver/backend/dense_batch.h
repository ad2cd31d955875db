// Instances of dense rows scored together, with the result of visits one after the other.
//
// A visit reads all weights, which are more than the first cache holds; some rows at a time share
// that reading. What earlier steps of the batch have changed in the scores of an instance follows
// from the inner products of the rows, and the weights get all changes at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/weight_view.h"
#include "solver/problem/problem.h"

namespace clade::detail {

template <class Real>
class DenseBatch {
 public:
  static constexpr std::size_t size = 24;

  // Whether rows have a value for most features, and weights are too many for the first cache.
  static bool is_worth(const Problem<Real>& problem, const WeightView<Real>& weights);

  // The problem must outlive the object.
  DenseBatch(const Problem<Real>& problem, std::size_t stride);

  // Scores at most `size` instances.
  void begin(std::span<const std::uint32_t> instances, const WeightView<Real>& weights);
  // The raw scores of the a-th after the changes so far; the caller may change them.
  Real* scores(std::size_t a);
  // What the step of the a-th changes: as WeightRows::add().
  void add(std::size_t a, const Real* change, std::span<const std::uint32_t> blocks);
  // Adds the changes to the rows of weights that were scored, in the order in which they were made:
  // each weight is rounded as if every change had been added at once.
  void end(Real* weights);

  // The a-th row of the batch, every feature's value.
  const Real* row(std::size_t a) const { return rows_.data() + a * row_stride_; }

 private:
  struct Change {
    std::size_t of;  // place in the batch
    std::vector<std::uint32_t> blocks{};
  };
  Real* change(std::size_t a) { return changes_.data() + a * stride_; }

  const Problem<Real>& problem_;
  std::size_t features_, stride_, row_stride_;
  AlignedArray<Real> rows_, scores_, changes_;  // by place in the batch
  std::vector<Change> made_;
  std::size_t made_size_ = 0;                    // the others are kept for their memory
  std::vector<const Real*> of_block_, factors_;  // scratch
  std::vector<std::uint32_t> all_features_;
};

}  // namespace clade::detail

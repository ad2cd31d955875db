// Rows of the Gram matrix of the training instances, with a bounded number of them kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "data/sparse_rows.h"
#include "kernel/kernel_rows.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

template <class Real>
class GramRows {
 public:
  // Rows that can be asked for at once with the smallest cache.
  static constexpr std::size_t most_at_once = 32;

  // `rows`, which must outlive the object, have indices that are numbers below `features`. With a
  // precomputed kernel the feature of instance j is number j. Error{usage} where `cache_bytes` is
  // too little for most_at_once rows.
  GramRows(const KernelSpec& spec, const SparseRows<Real>& rows, std::size_t features,
           std::size_t cache_bytes);

  // What these rows take.
  static std::size_t least_bytes(std::size_t instances);
  // Rows that can be asked for at once with this cache, most_at_once or more.
  std::size_t most_ready() const { return std::max(most_at_once, slots_ / 2); }

  std::size_t size() const { return rows_.size(); }
  double diagonal(std::size_t i) const { return diagonal_[i]; }
  double between(std::size_t i, std::size_t j) const;
  // Whether the kernel is positive semidefinite whatever the instances are.
  bool is_semidefinite() const { return is_semidefinite_; }

  // Makes the rows of these instances ready, at most most_ready() and all different. Others may be
  // gone afterwards.
  void fetch(std::span<const std::uint32_t> instances, ThreadPool& pool);
  bool is_ready(std::size_t i) const { return slot_of_[i] != none; }
  // k(x_i, x_j) by j, of an instance whose row is ready.
  const Real* row(std::size_t i) const { return place(slot_of_[i]); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  Real* place(std::uint32_t slot) const { return cache_.get() + slot * stride_; }
  std::uint32_t take_slot(std::size_t instance);
  void compute(std::span<const std::uint32_t> instances, ThreadPool& pool) const;

  KernelKind kind_;
  bool is_semidefinite_;
  const SparseRows<Real>& rows_;
  std::unique_ptr<const KernelRows<Real>> kernel_;
  std::vector<double> diagonal_;
  std::size_t stride_;
  std::size_t slots_;
  std::unique_ptr<Real[]> cache_;  // pages come with their first use
  std::vector<std::uint32_t> slot_of_, instance_of_;
  std::vector<std::uint64_t> asked_for_;  // by slot: the fetch that last wanted it
  std::uint64_t fetches_ = 0;
  std::vector<std::uint32_t> missing_;
  Random random_{0};
};

}  // namespace clade::detail

#include "kernel/gram_rows.h"

#include <algorithm>
#include <array>

#include "base/fail.h"
#include "kernel/product_loops.h"

namespace clade::detail {

namespace {

// With a precomputed kernel the row of an instance is its row of the Gram matrix: instance j is the
// unit vector of feature j, and the inner product of both is the kernel.
template <class Real>
std::unique_ptr<const KernelRows<Real>> unit_vectors(std::size_t size) {
  SparseRows<Real> units;
  for (std::size_t j = 0; j < size; ++j) {
    units.push({static_cast<std::uint32_t>(j), Real{1}});
    units.end_row();
  }
  return make_kernel_rows<Real>({}, units, size);
}

// Rows that fit, all of them at most.
template <class Real>
std::size_t slots_for(std::size_t instances, std::size_t stride, std::size_t bytes) {
  const std::size_t least = GramRows<Real>::least_bytes(instances);
  if (bytes < least) {
    constexpr double mega = 1024.0 * 1024.0;
    fail_parameter("cache_mb",
                   "expected {:.2g} or more, for {} rows of the kernel matrix of {} examples",
                   std::max(0.01, 1.01 * static_cast<double>(least) / mega),
                   std::min(instances, GramRows<Real>::most_at_once), instances);
  }
  return std::min(instances, bytes / std::max<std::size_t>(1, stride * sizeof(Real)));
}

}  // namespace

template <class Real>
GramRows<Real>::GramRows(const KernelSpec& spec, const SparseRows<Real>& rows, std::size_t features,
                         std::size_t cache_bytes)
    : kind_(spec.kind),
      is_semidefinite_(kind_ != KernelKind::precomputed &&
                       (kind_ != KernelKind::poly || (spec.coef0 >= 0 && spec.gamma > 0))),
      rows_(rows),
      kernel_(kind_ == KernelKind::precomputed ? unit_vectors<Real>(rows.size())
                                               : make_kernel_rows<Real>(spec, rows, features)),
      stride_(kernel_->padded_size()),
      slots_(slots_for<Real>(rows.size(), stride_, cache_bytes)),
      cache_(std::make_unique_for_overwrite<Real[]>(slots_ * stride_)),
      slot_of_(rows.size(), none) {
  diagonal_.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) diagonal_.push_back(between(i, i));
}

template <class Real>
std::size_t GramRows<Real>::least_bytes(std::size_t instances) {
  const std::size_t stride =
      (instances + panel_size<Real> - 1) / panel_size<Real> * panel_size<Real>;
  return std::min(instances, most_at_once) * stride * sizeof(Real);
}

template <class Real>
double GramRows<Real>::between(std::size_t i, std::size_t j) const {
  if (kind_ == KernelKind::precomputed) return value_at<Real>(rows_.row(i), j);
  return kernel_->between(rows_.row(i), rows_.row(j));
}

template <class Real>
void GramRows<Real>::fetch(std::span<const std::uint32_t> instances, ThreadPool& pool) {
  ++fetches_;
  for (const std::uint32_t i : instances) {
    if (slot_of_[i] != none) asked_for_[slot_of_[i]] = fetches_;
  }
  missing_.clear();
  for (const std::uint32_t i : instances) {
    if (slot_of_[i] != none) continue;
    slot_of_[i] = take_slot(i);
    missing_.push_back(i);
  }
  compute(missing_, pool);
}

// A pass asks for every instance once, so the row that was not used for longest is needed next: any
// other choice of what to give up is better, and a random one is good.
template <class Real>
std::uint32_t GramRows<Real>::take_slot(std::size_t instance) {
  auto slot = static_cast<std::uint32_t>(instance_of_.size());
  if (instance_of_.size() < slots_) {
    instance_of_.push_back(0);
    asked_for_.push_back(0);
  } else {
    do {
      slot = static_cast<std::uint32_t>(random_.below(slots_));
    } while (asked_for_[slot] == fetches_);
    slot_of_[instance_of_[slot]] = none;
  }
  instance_of_[slot] = static_cast<std::uint32_t>(instance);
  asked_for_[slot] = fetches_;
  return slot;
}

template <class Real>
void GramRows<Real>::compute(std::span<const std::uint32_t> instances, ThreadPool& pool) const {
  pool.for_ranges(instances.size(), rows_at_once, [&](std::size_t begin, std::size_t end) {
    std::array<KernelQuery<Real>, rows_at_once> queries;
    for (std::size_t k = begin; k < end; ++k) {
      const auto row = rows_.row(instances[k]);
      queries[k - begin] = {row, squared_length<Real>(row), place(slot_of_[instances[k]])};
    }
    kernel_->compute(std::span(queries).first(end - begin));
  });
}

template class GramRows<float>;
template class GramRows<double>;

}  // namespace clade::detail

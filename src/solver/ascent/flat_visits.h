// Visits of a flat problem whose losses are all 1 and whose slacks are one per instance: each
// solves the instance's block over all classes exactly (flat_step.h), so there is no working set.
// The dual variables are kept dense, one row of classes per instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/zeroed_pages.h"
#include "solver/ascent/visit.h"
#include "solver/problem/duals.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"

namespace clade {

template <class Backend>
class FlatVisits {
 public:
  using Real = typename Backend::Real;

  // Whether the problem is of this kind and its dual variables fit.
  static bool is_for(const Problem<Real>& problem);

  FlatVisits(const Problem<Real>& problem, const ScanTables<Real>& tables, Backend& backend);

  // Takes no step where the instance's part of the gap is not above `least_gap`.
  VisitReport operator()(std::size_t i, double least_gap);
  void prefetch(std::size_t i) const;

  void take(const Duals& duals);
  void store(Duals& duals) const;
  std::uint64_t nonzero_duals() const { return nonzero_duals_; }

 private:
  const Real* row(std::size_t i) const { return static_cast<Real*>(pages_.data()) + i * stride_; }
  Real* row(std::size_t i) { return static_cast<Real*>(pages_.data()) + i * stride_; }
  Decision own(std::size_t i) const { return problem_.constraints.blocks(i)[0].plus; }
  void set_featureless();

  const Problem<Real>& problem_;
  const ScanTables<Real>& tables_;
  Backend& backend_;
  std::size_t stride_;
  ZeroedPages pages_;  // beta, by instance and class
  std::uint64_t nonzero_duals_ = 0;
  AlignedArray<Real> scores_, values_, change_;
  std::vector<std::uint32_t> blocks_;
};

}  // namespace clade

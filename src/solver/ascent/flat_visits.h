// Visits of a flat problem whose losses are all 1 and whose slacks are one per instance: each
// solves the instance's block over all classes exactly (flat_step.h), so there is no working set.
// The dual variables are kept dense, one row of classes per instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/zeroed_pages.h"
#include "solver/ascent/flat_step.h"
#include "solver/ascent/rounding_bound.h"
#include "solver/ascent/sequential_visits.h"

namespace clade::detail {

template <class Real>
class FlatVisits : public OneByOneVisits<Real> {
 public:
  FlatVisits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend);

  // Whether the problem is of this kind and its dual variables fit into memory.
  static bool should_use(const Problem<Real>& problem);

  void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
             VisitLog& log) override;
  const Duals& duals() override;
  void set_duals(Duals duals) override;
  const std::vector<DualVariable>& duals_of(std::size_t i) override;
  std::uint64_t nonzero_duals() const override { return nonzero_duals_; }
  std::optional<double> squared_drift() const override;
  void state(State& s) override { s(pages_, nonzero_duals_, rounding_); }

 private:
  VisitReport visit_one(std::size_t i, double least_gap);
  std::size_t with_own_block(std::size_t touched, const FlatStep<Real>& step);
  const Real* row(std::size_t i) const { return static_cast<Real*>(pages_.data()) + i * stride_; }
  Real* row(std::size_t i) { return static_cast<Real*>(pages_.data()) + i * stride_; }
  Decision own(std::size_t i) const { return this->problem_.constraints.blocks(i)[0].plus; }
  void set_featureless();

  const ScanTables<Real>& tables_;
  std::size_t stride_;
  ZeroedPages pages_;  // beta, by instance and class
  std::uint64_t nonzero_duals_ = 0;
  AlignedArray<Real> scores_, values_, change_;
  std::vector<std::uint32_t> blocks_, positive_;  // scratch
  RoundingBound<Real> rounding_;
};

}  // namespace clade::detail

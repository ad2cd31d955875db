// Visits of a problem on a tree that read and change the weights of the classes alone.
//
// Without an anchor every weight is a sum over dual variables, w_c = o_c f_c for the own unit of
// class c and w_v = a_v (sum of k_c f_c over the classes below) for an inner unit v: o and a are
// the strengths, k the factors, f the same sums of features for both. So inner units follow from
// the classes,
//
//   w_v = a_v (sum of k_c / o_c w_c over the classes below v),
//
// and so do their scores. While visits go on, a row of weights has the classes' own units in the
// order of their places (tree_tables.h) and nothing else: hardly more than the same problem without
// a taxonomy has. complete_weights() brings all units to where others expect them.
//
// The dual variables are kept dense, one row of places per instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/zeroed_pages.h"
#include "solver/ascent/rounding_bound.h"
#include "solver/ascent/sequential_visits.h"
#include "solver/tree/tree_kernels.h"
#include "solver/tree/tree_step.h"
#include "solver/tree/tree_tables.h"

namespace clade::detail {

template <class Real>
class TreeVisits : public OneByOneVisits<Real> {
 public:
  // Where an exact step takes more rounds, steps between pairs take its place.
  TreeVisits(const ProblemTables<Real>& tables, LinearBackend<Real>& backend,
             std::unique_ptr<const TreeTables<Real>> tree,
             int most_rounds = TreeStep<Real>::most_rounds);

  // Whether weights are dense and without an anchor, rows are short, and dual variables fit into
  // memory.
  static bool should_use(const Problem<Real>& problem, const LinearBackend<Real>& backend,
                         const TreeTables<Real>& tree);

  void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
             VisitLog& log) override;
  const Duals& duals() override;
  void set_duals(Duals duals) override;
  const std::vector<DualVariable>& duals_of(std::size_t i) override {
    copy_duals(i);
    return this->duals_[i];
  }
  std::uint64_t nonzero_duals() const override { return nonzero_duals_; }
  void add_to_weights(const Duals& duals) override;
  void complete_weights() override;
  void drop_weights() override { is_by_place_ = false; }
  std::optional<double> squared_distance() override;
  double drift_factor() const override { return drift_factor_; }
  std::optional<double> squared_drift() const override;
  std::optional<Certificate> certify(double drift, ThreadPool& pool) override;
  void state(State& s) override;

 private:
  VisitReport visit_one(std::size_t i, double least_gap);
  std::size_t step_by_pairs(std::size_t i, double squared_length);
  void set_change(Decision d, double flow);
  void order_by_place();
  template <class Rewrite>
  void rewrite_row(std::size_t feature, std::size_t old_size, std::size_t new_size,
                   Rewrite rewrite);
  void count_other_order();
  void record_and_add(std::size_t i, std::span<const std::uint32_t> blocks, double added_up);
  void add_change(std::size_t i, std::span<const std::uint32_t> blocks);
  void copy_duals(std::size_t i);
  void copy_row(std::size_t i, std::span<const DualVariable> duals);
  void set_featureless();
  WeightView<Real> view_by_place() const {
    return {this->backend_.dense_rows(), this->backend_.weights().features(), layout_->places,
            layout_->places};
  }

  const Real* row(std::size_t i) const {
    return static_cast<const Real*>(pages_.data()) + i * layout_->places;
  }
  Real* row(std::size_t i) { return static_cast<Real*>(pages_.data()) + i * layout_->places; }
  Decision own(std::size_t i) const { return this->problem_.constraints.blocks(i)[0].plus; }

  std::unique_ptr<const TreeTables<Real>> layout_;
  int most_rounds_;
  double drift_factor_;
  RoundingBound<Real> rounding_;  // of the classes' own units, by place
  ZeroedPages pages_;             // beta, by instance and place
  std::uint64_t nonzero_duals_ = 0;
  bool is_by_place_ = false;   // the order of the backend's rows
  WeightView<Real> by_place_;  // these rows then
  double squared_norm_ = 0;    // when they were completed last
  TreeScratch<Real> scratch_;
  AlignedArray<Real> scores_, change_;
  std::vector<std::uint32_t> blocks_, touched_, positive_;  // scratch
};

}  // namespace clade::detail

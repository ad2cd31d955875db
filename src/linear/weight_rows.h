// Linear weights in training, one row over the units for every feature, dense or sparse by need.
//
// A step of the solver touches only the units it changes, in the rows of the instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/state.h"
#include "base/threads.h"
#include "clade/features.h"
#include "linear/sparse_weights.h"
#include "linear/unit_change.h"
#include "linear/weight_view.h"
#include "linear/zeroed_pages.h"

namespace clade::detail {

// (row j) += x_j values for the features of one row x, in these blocks, which increase.
template <class Real>
struct RowChange {
  BasicSparseRow<Real> row;
  const Real* values = nullptr;  // over all units
  std::span<const std::uint32_t> blocks;
};

template <class Real>
class WeightRows {
 public:
  WeightRows() = default;
  // All zero, in the form that suits the size. Error{environment} with the size where memory does
  // not suffice.
  WeightRows(std::size_t features, std::size_t units);
  WeightRows(std::size_t features, std::size_t units, RowForm form);

  static std::size_t stride_for(std::size_t units);
  static RowForm form_for(std::size_t features, std::size_t units);

  // May be read from several threads while nothing else is done.
  const WeightView<Real>& view() const { return view_; }
  RowForm form() const { return view_.form; }
  std::size_t features() const { return view_.features; }
  std::size_t units() const { return view_.units; }
  // The weights of one dense row.
  std::span<Real> row(std::size_t feature);
  void set_row(std::size_t feature, std::span<const Real> weights);

  // w_r += change_r x
  void add(BasicSparseRow<Real> row, UnitChange<Real>& change);
  // The same in these blocks only, in increasing order, with the change as an array over the units.
  // To dense rows several threads may each add their own part of the blocks.
  void add(BasicSparseRow<Real> row, const Real* change, std::span<const std::uint32_t> blocks);
  // Several changes, in their order, on all threads: each takes care of some of the features.
  void add(std::span<const RowChange<Real>> changes, ThreadPool& pool);
  // As add_products of row_kernels.h for one block of units of dense rows; several threads may do
  // this for rows of their own.
  void add_products(std::uint32_t block, std::span<const std::uint32_t> targets,
                    std::span<const Real* const> factors, std::span<const Real* const> changes) {
    clade::detail::add_products<Real>(
        {dense_row(0) + block * block_units<Real>, view_.stride, targets, factors, changes});
  }
  void set_zero();
  void assign(const WeightRows& other);  // of the same shape
  void scale(double factor);
  double squared_norm() const;
  double squared_distance(const WeightRows& other) const;  // of the same shape

  // a times these weights plus b times others of the same shape, for the first `features` features
  // or for more, whose weights are zero.
  WeightRows combined(double a, const WeightRows& other, double b, std::size_t features) const;

  // With the shape; memory of dense rows as it is, whatever its order.
  void state(State& s);

 private:
  Real* dense_row(std::size_t feature) {
    return static_cast<Real*>(dense_.data()) + feature * view_.stride;
  }

  ZeroedPages dense_;
  std::unique_ptr<SparseWeights<Real>> sparse_;  // nothing: rows are dense
  std::vector<std::uint64_t> places_;            // scratch of sparse rows
  WeightView<Real> view_;
};

}  // namespace clade::detail

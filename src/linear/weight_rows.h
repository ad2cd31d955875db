// Linear weights, one contiguous row over the units for every feature.
//
// Scoring an instance is a few long axpys into one vector of raw scores, whatever the number of
// units; a step of the solver touches only the units it changes, in the rows of the instance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clade/dataset.h"
#include "linear/unit_change.h"

namespace clade {

// Weights to read: trained ones or those of a mapped model file.
template <class Real>
struct WeightView {
  const Real* data = nullptr;
  std::size_t features = 0;
  std::size_t units = 0;
  std::size_t stride = 0;  // Reals from one row to the next, rows start on 64 bytes

  std::span<const Real> row(std::size_t feature) const { return {data + feature * stride, units}; }
  // raw[r] = <w_r, x>; the row's indices are numbers of a FeatureIndex. `raw` has `stride` entries.
  void score(BasicSparseRow<Real> row, Real* raw) const {
    if (stride > 0) score_rows<Real>(data, stride, row, raw);
  }
  // Asks for the first rows that score() will read.
  void prefetch(BasicSparseRow<Real> row) const {
    constexpr std::size_t rows = 8, lines = 4;
    for (const auto& x : row.first(std::min(rows, row.size()))) {
      const Real* start = data + x.index * stride;
      for (std::size_t l = 0; l < std::min(lines, stride / block_units<Real>); ++l) {
        __builtin_prefetch(start + l * block_units<Real>);
      }
    }
  }
};

template <class Real>
class WeightRows {
 public:
  WeightRows() = default;
  // All zero. Error{environment} with the size where memory does not suffice.
  WeightRows(std::size_t features, std::size_t units);

  static std::size_t stride_for(std::size_t units);

  const WeightView<Real>& view() const { return view_; }
  std::size_t features() const { return view_.features; }
  std::size_t units() const { return view_.units; }
  std::span<Real> row(std::size_t feature) {
    return {storage_.get() + feature * view_.stride, view_.units};
  }

  // w_r += change_r x
  void add(BasicSparseRow<Real> row, UnitChange<Real>& change);
  void set_zero();
  void assign(const WeightRows& other);  // of the same shape
  double squared_norm() const;

 private:
  struct Free {
    void* mapping = nullptr;  // what the system gave; the rows start on a large page in it
    std::size_t bytes = 0;
    void operator()(Real* p) const;
  };
  std::unique_ptr<Real[], Free> storage_;
  WeightView<Real> view_;
};

}  // namespace clade

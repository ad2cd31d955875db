// A change of some units: w_r += change_r x for the units r that it holds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/row_kernels.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

// Sums are kept in double; rows are changed by blocks of units.
template <class Real>
class UnitChange {
 public:
  explicit UnitChange(std::size_t units)
      : sums_(AlignedArray<Real>::padded(units)),
        rounded_(units),
        is_touched_(sums_.size() / block_units<Real>) {}

  void add(UnitId unit, double amount) {
    const std::size_t u = index_of(unit);
    const std::size_t block = u / block_units<Real>;
    if (is_touched_[block] == 0) {
      is_touched_[block] = 1;
      blocks_.push_back(static_cast<std::uint32_t>(block));
    }
    sums_[u] += amount;
  }
  // The units of one decision, by their strengths.
  void add(const ScoreMap& map, std::size_t decision, double amount) {
    for (const Attribute& a : map.of(decision)) add(a.unit, amount * a.strength);
  }
  double operator[](std::size_t unit) const { return sums_[unit]; }
  bool empty() const { return blocks_.empty(); }

  // values += factor * change, for values by unit.
  void add_to(Real* values, double factor) const {
    for (const std::uint32_t block : blocks_) {
      const std::size_t begin = block * block_units<Real>;
      for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
        values[u] += static_cast<Real>(factor * sums_[u]);
      }
    }
  }

  // The touched blocks in increasing order, and the change of their units as Real.
  std::span<const std::uint32_t> blocks() {
    std::sort(blocks_.begin(), blocks_.end());
    for (const std::uint32_t block : blocks_) {
      const std::size_t begin = block * block_units<Real>;
      for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
        rounded_[u] = static_cast<Real>(sums_[u]);
      }
    }
    return blocks_;
  }
  const Real* values() const { return rounded_.data(); }

  void clear() {
    for (const std::uint32_t block : blocks_) {
      std::fill_n(sums_.data() + block * block_units<Real>, block_units<Real>, 0.0);
      is_touched_[block] = 0;
    }
    blocks_.clear();
  }

 private:
  AlignedArray<double> sums_;
  AlignedArray<Real> rounded_;
  std::vector<std::uint8_t> is_touched_;
  std::vector<std::uint32_t> blocks_;
};

}  // namespace clade::detail

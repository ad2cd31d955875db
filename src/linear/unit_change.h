// A change of some units: w_r += change_r x for the units r that it holds.
#pragma once

#include <algorithm>
#include <bit>
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
        touched_(sums_.size() / block_units<Real> / word_bits + 1) {}

  void add(UnitId unit, double amount) {
    const std::size_t u = index_of(unit);
    const std::size_t block = u / block_units<Real>;
    touched_[block / word_bits] |= std::uint64_t{1} << block % word_bits;
    is_empty_ = false;
    sums_[u] += amount;
  }
  // The units of one decision, by their strengths.
  void add(const ScoreMap& map, std::size_t decision, double amount) {
    for (const Attribute& a : map.of(decision)) add(a.unit, amount * a.strength);
  }
  double operator[](std::size_t unit) const { return sums_[unit]; }
  bool empty() const { return is_empty_; }

  // values += factor * change, for values by unit.
  void add_to(Real* values, double factor) const {
    for_each_block([&](std::size_t block) {
      const std::size_t begin = block * block_units<Real>;
      for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
        values[u] += static_cast<Real>(factor * sums_[u]);
      }
    });
  }

  // The touched blocks in increasing order, and the change of their units as Real.
  std::span<const std::uint32_t> blocks() {
    blocks_.clear();
    for_each_block([&](std::size_t block) {
      blocks_.push_back(static_cast<std::uint32_t>(block));
      const std::size_t begin = block * block_units<Real>;
      for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
        rounded_[u] = static_cast<Real>(sums_[u]);
      }
    });
    return blocks_;
  }
  const Real* values() const { return rounded_.data(); }
  // What the last call of blocks() gave.
  std::span<const std::uint32_t> rounded_blocks() const { return blocks_; }

  void clear() {
    for_each_block([&](std::size_t block) {
      std::fill_n(sums_.data() + block * block_units<Real>, block_units<Real>, 0.0);
    });
    std::fill(touched_.begin(), touched_.end(), std::uint64_t{0});
    is_empty_ = true;
  }

 private:
  static constexpr std::size_t word_bits = 64;

  // Calls fn(block) for the touched blocks, in increasing order.
  template <class Fn>
  void for_each_block(Fn&& fn) const {
    for (std::size_t word = 0; word < touched_.size(); ++word) {
      for (std::uint64_t bits = touched_[word]; bits != 0; bits &= bits - 1) {
        fn(word * word_bits + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

  AlignedArray<double> sums_;
  AlignedArray<Real> rounded_;
  std::vector<std::uint64_t> touched_;  // a bit for each block
  bool is_empty_ = true;
  std::vector<std::uint32_t> blocks_;
};

}  // namespace clade::detail

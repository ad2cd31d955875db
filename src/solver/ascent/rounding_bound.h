// How far rounding may have moved weights away from those of the dual variables, unit by unit.
//
// A step adds c_u x to the weights w_u of some units u, as vectors over the features. Each stored
// weight is rounded, which moves w_u by at most the precision times ||w_u||, and so is c_u. What
// the units of one step have in common is little, so the sum of these lengths, by unit, is a far
// closer bound than the number of all changes times the length of all weights. The lengths follow
// from the scores s_u that a step starts from:
//
//   ||w_u + c_u x||^2 = ||w_u||^2 + c_u (2 s_u + c_u ||x||^2)
//
// Instead of lengths their squares are added up: a sum of n numbers is at most the square root of n
// times the sum of their squares.
//
// All this holds for weights that were zero once and that nothing else has changed: the backend
// counts its changes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/row_kernels.h"

namespace clade::detail {

// By unit, on whole cache lines.
template <class Real>
struct UnitRounding {
  Real* squared_length = nullptr;
  Real* changes = nullptr;  // how many
  Real* squares =
      nullptr;  // sum of the squares of what rounding moved, in squares of the precision
};

// A change of the units in some blocks, and their scores before it.
template <class Real>
struct RoundedChange {
  const Real* change = nullptr;
  const Real* scores = nullptr;  // may be anything where nothing changes
  std::span<const std::uint32_t> blocks;
  double squared_length = 0;  // of x
};

template <class Real>
void record_rounding(const RoundedChange<Real>& step, UnitRounding<Real> sums);

template <class Real>
class RoundingBound {
 public:
  // Whether an account takes less time than it spares. Without it weights are built again once the
  // number of changes, with `growth` for weights that are sums, is too large for the usual
  // tolerance; that takes a step for each feature of the instances, the account something for each
  // visit. With few units each of them changes at many steps, and the bound is hardly closer.
  template <class Problem>
  static bool is_worth_it(const Problem& problem, double growth) {
    constexpr std::size_t least_units = 16;
    constexpr std::size_t least_features = 32;  // of an instance
    constexpr double usual_visits = 10, largest_error = 7e-3;
    constexpr auto precision = static_cast<double>(std::numeric_limits<Real>::epsilon());
    const double changes = usual_visits * static_cast<double>(problem.rows.size());
    return problem.score_map.units() > least_units &&
           problem.rows.nonzeros() >= least_features * problem.rows.size() &&
           precision * changes * std::sqrt(growth) >= largest_error;
  }

  // Of so many units; the weights are zero, or the bound is not known. `version` is the backend's.
  RoundingBound(std::size_t units, bool is_zero, std::uint64_t version)
      : squared_length_(units),
        changes_(units),
        squares_(units),
        squares_of_sums_(units),
        is_known_(is_zero),
        version_(version) {}

  // Before the one change of the weights that a step makes; they are the backend's `version` now.
  // The change of unit `sum` was added up from others whose absolute values have a sum of at most
  // `total`.
  void record(const RoundedChange<Real>& step, std::size_t sum, double total,
              std::uint64_t version) {
    is_known_ = is_known_ && version == version_;
    if (!is_known_) return;
    const Real counted = changes_[sum];
    record_rounding<Real>(step, {squared_length_.data(), changes_.data(), squares_.data()});
    // A sum that came out as zero was rounded as well.
    if (changes_[sum] == counted) changes_[sum] += Real{1};
    // As many additions one after the other as there are vectors, up to four a block, and some over
    // their lanes.
    const double additions = 4 * static_cast<double>(step.blocks.size()) + 8;
    const double moved = 0.5 * additions * total;
    squares_of_sums_[sum] += 3 * moved * moved * step.squared_length;
    ++version_;
  }
  // The weights were written in another order, from one version to another.
  void follow(std::uint64_t before, std::uint64_t after) {
    if (before == version_) version_ = after;
  }
  bool is_known(std::uint64_t version) const { return is_known_ && version == version_; }
  void state(State& s) {
    s(squared_length_, changes_, squares_, squares_of_sums_, is_known_, version_);
  }
  // How far one unit's weights were moved at most.
  double moved(std::size_t unit) const {
    constexpr auto precision = static_cast<double>(std::numeric_limits<Real>::epsilon());
    const double squares = static_cast<double>(squares_[unit]) + squares_of_sums_[unit];
    return precision * std::sqrt(static_cast<double>(changes_[unit]) * squares);
  }

 private:
  AlignedArray<Real> squared_length_, changes_, squares_;
  std::vector<double> squares_of_sums_;  // apart: vectors would wait for single numbers
  bool is_known_;
  std::uint64_t version_;
};

}  // namespace clade::detail

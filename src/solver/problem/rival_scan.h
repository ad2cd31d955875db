// Scanning all rivals of an instance: the gradients of its constraints and which of them matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clade::detail {

// One decision against a list. The arrays have `size` entries, whole cache lines, by rival.
template <class Real>
struct RivalScan {
  const Real* scores;   // F
  const Real* scales;   // null: all 1
  const Real* allowed;  // 0, or minus infinity for what is not in the list
  Real base;            // 1 - F(plus)
  std::size_t size;
};

// gradients[r] = scale_r (base + F(r)), minus infinity where r is no rival or its scale is 0.
// Returns the largest.
template <class Real>
Real scan_rivals(const RivalScan<Real>& scan, Real* gradients);

// Appends the rivals whose gradient is at least `threshold`, in increasing order.
template <class Real>
void collect_rivals(std::span<const Real> gradients, Real threshold,
                    std::vector<std::uint32_t>& out);

// The sums of max(0, g) and of its square.
struct PositivePart {
  double sum = 0, squares = 0;
};
template <class Real>
PositivePart positive_part(std::span<const Real> gradients);

}  // namespace clade::detail

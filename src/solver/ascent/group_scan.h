// The gradients of all rivals of an instance where a score is what a group of rivals shares and
// what each has of its own (decision_groups.h).
#pragma once

#include <cstddef>
#include <cstdint>

namespace clade::detail {

// Arrays by place have `size` entries, whole cache lines.
struct GroupScan {
  const float* own;            // by place: the score of the rival's own unit
  const float* strengths;      // by place: of this unit
  const std::int32_t* groups;  // by place
  const float* allowed;        // by place: 0, or minus infinity where there is no rival
  const float* bases;          // by group: 1 - F(plus) + what the group shares
  const float* scales;         // by group
  std::size_t size;
};

// gradients[p] = scale (base + strength own), minus infinity where there is no rival or the scale
// is 0. Returns the largest.
float scan_groups(const GroupScan& scan, float* gradients);

}  // namespace clade::detail

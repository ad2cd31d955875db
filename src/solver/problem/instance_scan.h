// All constraints of one instance at given decision scores, as vectors of gradients.
//
// The gradient of constraint c is g_c = scale_c (1 - a_c'F); its positive part is the slack that
// the constraint asks for.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/problem/constraint_set.h"
#include "solver/problem/loss_scales.h"
#include "solver/problem/rival_scan.h"

namespace clade::detail {

// What is the same for all instances and threads.
template <class Real>
class ScanTables {
 public:
  ScanTables(const ConstraintSet& constraints, int slack_power);

  // A list as a stretch of the decisions, cut at whole cache lines.
  struct List {
    std::size_t first = 0;
    AlignedArray<Real> allowed;  // 0, or minus infinity for what is not in the list
    bool is_zero = false;        // the list {constant_zero}
  };
  const List& list(std::uint32_t number) const { return lists_[number]; }
  const LossScales<Real>& scales() const { return scales_; }
  const ConstraintSet& constraints() const { return constraints_; }
  // Of a buffer for decision scores.
  std::size_t padded_decisions() const;

 private:
  const ConstraintSet& constraints_;
  LossScales<Real> scales_;
  std::vector<List> lists_;
};

template <class Real>
class InstanceScan {
 public:
  explicit InstanceScan(const ScanTables<Real>& tables);

  struct Block {
    Decision plus;
    std::size_t first;          // rival of the first gradient
    std::span<Real> gradients;  // minus infinity: no constraint
    bool is_zero;               // one gradient, of the constraint against zero
  };

  // Fills blocks(). The scores, padded to whole cache lines, are changed and put back. Returns the
  // largest gradient.
  Real run(std::size_t instance, Real* scores);
  std::span<Block> blocks() { return blocks_; }
  // Where the gradient of a constraint stands.
  Real& gradient(Decision plus, Decision minus);
  double scale(Decision plus, Decision minus);

 private:
  const ScanTables<Real>& tables_;
  ScaleScratch<Real> scale_scratch_;
  AlignedArray<Real> gradients_;
  std::vector<Block> blocks_;
  std::vector<Real> plus_scores_, saved_;
};

}  // namespace clade::detail

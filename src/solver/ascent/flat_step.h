// The exact step on one instance of a flat problem with equal losses (Crammer and Singer): over all
// its classes at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/problem/slack.h"

namespace clade::detail {

// A stretch of classes on whole cache lines. Classes that are no rivals have minus infinity in
// `scores` or `allowed`.
template <class Real>
struct FlatStep {
  std::size_t size = 0;
  const Real* scores = nullptr;
  const Real* allowed = nullptr;
  Real own_score = 0;
  double squared_length = 0;  // above 0
  Slack slack{1, 1};          // of finite C
  double least_gap = 0;       // no step where the gap is not above it
  Real* beta = nullptr;       // the dual variables, changed in place
  Real* values = nullptr;     // scratch
  Real* change = nullptr;     // out, in the touched blocks: beta before less beta after
  // Out: those blocks, counted from `first_block`, in increasing order; there is room for all.
  std::uint32_t* blocks = nullptr;
  std::uint32_t first_block = 0;
  std::uint32_t own_block = 0;  // counts as touched where any is; it need not be in the stretch
};

struct FlatStepReport {
  double gap = 0, cost = 0, value = 0;  // before the step, as in VisitReport
  double mass = 0;                      // sum of beta before the step
  double moved = 0;                     // its growth
  std::size_t changes = 0;
  std::size_t touched = 0;         // blocks; some of them may hold no change
  std::ptrdiff_t new_support = 0;  // growth of the number of variables above zero
};

template <class Real>
FlatStepReport take_flat_step(const FlatStep<Real>& step);

// Where values are above zero, in increasing order, and how many there are. They are whole cache
// lines; `places` has room for all.
template <class Real>
std::size_t find_positive(const Real* values, std::size_t size, std::uint32_t* places);

}  // namespace clade::detail

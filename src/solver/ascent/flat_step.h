// The exact step on one instance of a flat problem with equal losses (Crammer and Singer): over all
// its classes at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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
  std::vector<std::uint32_t>* blocks = nullptr;  // out: those blocks, counted from `first_block`
  std::uint32_t first_block = 0;
};

struct FlatStepReport {
  double gap = 0, cost = 0, value = 0;  // before the step, as in VisitReport
  double moved = 0;                     // growth of the sum of beta
  std::size_t changes = 0;
  std::ptrdiff_t new_support = 0;  // growth of the number of variables above zero
};

template <class Real>
FlatStepReport take_flat_step(const FlatStep<Real>& step);

}  // namespace clade::detail

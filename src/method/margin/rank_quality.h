// How well the scores of one example put its labels before the other classes.
#pragma once

#include <span>

#include "clade/label_space.h"
#include "solver/problem/constraint_set.h"

namespace clade::detail {

struct RankQuality {
  double average_precision = 0;  // thesis Eq. 7.4, as eval measures it
  double top_is_right = 0;       // 1 or 0
};

// `rivals` are sorted, and so is `left_out`: what is in it does not count as a rival. Ties count
// against the label. There must be a label.
template <class Real>
RankQuality rank_quality(std::span<const ClassId> labels, std::span<const Decision> rivals,
                         std::span<const Decision> left_out, const Real* scores);

}  // namespace clade::detail

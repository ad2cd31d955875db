// Two solvers that stop by different measures, brought to the same objective.
#pragma once

#include <functional>
#include <limits>

namespace clade::detail::bench {

struct PeerStop {
  double epsilon = 0;
  double objective = 0;
};

// The value of LIBLINEAR's -e whose objective lies nearest to (1 + wanted) * bound, of a few: from
// its default in half decades until the wanted objective is passed, then halfway back twice, or
// until it is near. After a trial of more than `long_trial` seconds there is no way back, and an
// infinite objective, of a trial that was cut off, ends the search.
PeerStop stop_near(double wanted, double bound, const std::function<double(double)>& objective_at,
                   double long_trial = std::numeric_limits<double>::infinity());

// The loosest tolerance, in tenths of a decade, at which `reaches` holds; it is expected to hold at
// `gap` already.
double loosest_tolerance(double gap, const std::function<bool(double)>& reaches);

}  // namespace clade::detail::bench

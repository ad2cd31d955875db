#include "bench/equal_objective.h"

#include <cmath>
#include <stdexcept>

#include "bench/series.h"

namespace clade::detail::bench {

PeerStop stop_near(double wanted, double bound, const std::function<double(double)>& objective_at,
                   double long_trial) {
  constexpr double loosest = 10, tightest = 1e-3, near_enough = 1.25;  // the last: a factor
  constexpr int halvings = 2;
  const double target = (1 + wanted) * bound;
  PeerStop best;
  const auto distance = [&](const PeerStop& stop) {
    return std::abs(std::log((stop.objective / bound - 1) / wanted));
  };
  bool takes_long = false;
  const auto is_near = [&] { return distance(best) < std::log(near_enough); };
  const auto at = [&](double epsilon) {
    PeerStop stop{epsilon};
    takes_long = thread_seconds_of([&] { stop.objective = objective_at(epsilon); }) > long_trial;
    if (best.epsilon == 0 || distance(stop) < distance(best)) best = stop;
    return stop;
  };
  PeerStop here = at(0.1), there = here;
  const bool tighten = here.objective > target;
  while (!is_near() && (there.objective > target) == tighten) {
    if (!std::isfinite(there.objective)) return best;
    const double next = tighten ? there.epsilon / std::sqrt(10.0) : there.epsilon * std::sqrt(10.0);
    if (next < tightest || next > loosest) return best;
    here = there;
    there = at(next);
  }
  for (int k = 0; k < halvings && !is_near() && !takes_long; ++k) {
    const PeerStop middle = at(std::sqrt(here.epsilon * there.epsilon));
    ((middle.objective > target) == tighten ? here : there) = middle;
  }
  return best;
}

double loosest_tolerance(double gap, const std::function<bool(double)>& reaches) {
  const auto tolerance = [gap](int step) { return gap * std::pow(10.0, 0.1 * step); };
  int good = -4, bad = 16;  // good: not tried yet
  while (bad - good > 1) {
    const int middle = (good + bad) / 2;
    (reaches(tolerance(middle)) ? good : bad) = middle;
  }
  if (good == -4 && !reaches(tolerance(good))) {
    throw std::runtime_error("wrong answer: clade does not reach LIBLINEAR's objective");
  }
  return tolerance(good);
}

}  // namespace clade::detail::bench

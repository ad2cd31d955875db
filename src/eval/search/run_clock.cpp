#include "eval/search/run_clock.h"

#include <algorithm>
#include <cmath>

namespace clade::detail {

namespace {

// What a candidate may take beyond the best so far, before anything is known about it.
constexpr double usual_excess = 1.5;
// A training to the tolerance of the model, without a start from another.
constexpr double excess_of_training = 2;
// Before anything is known, this share of the time is for the training.
constexpr double unknown_share = 1.0 / 3;

// The time grows with the number of examples, with kernels with its square.
double time_factor(const PlannedRun& planned, std::size_t from, std::size_t to) {
  const double ratio = static_cast<double>(to) / static_cast<double>(from);
  return ratio > 1 && planned.has_kernel ? ratio * ratio : ratio;
}

double seconds_of_run(const PlannedRun& planned) {
  if (planned.smaller) {
    const auto& [examples, run] = *planned.smaller;
    return run->seconds * time_factor(planned, examples, planned.examples);
  }
  if (!planned.best) return 0;
  const auto& [examples, run] = *planned.best;
  return usual_excess * run->seconds * time_factor(planned, examples, planned.examples);
}

double seconds_of_training(const PlannedRun& planned, const PlannedRun::Known& known) {
  const double share = 1 - 1.0 / static_cast<double>(rung_folds);
  const auto trained = static_cast<std::size_t>(share * static_cast<double>(known.examples));
  return excess_of_training * planned.trainings * known.run->model_seconds *
         time_factor(planned, std::max<std::size_t>(1, trained), planned.all_examples);
}

// For the training at the end, whichever of the two is trained.
double reserve(const PlannedRun& planned, double budget) {
  if (!planned.best && !planned.smaller) return unknown_share * budget;
  double seconds = 0;
  if (planned.best) seconds = seconds_of_training(planned, *planned.best);
  if (planned.smaller) seconds = std::max(seconds, seconds_of_training(planned, *planned.smaller));
  return seconds;
}

}  // namespace

double RunClock::seconds_left() const {
  return std::isinf(budget_) ? budget_ : std::max(0.0, budget_ - seconds());
}

bool RunClock::suffices_for(const PlannedRun& run) const {
  if (std::isinf(budget_)) return true;
  return seconds_of_run(run) < limit_of(run);
}

double RunClock::limit_of(const PlannedRun& run) const {
  if (std::isinf(budget_)) return budget_;
  return std::max(0.0, seconds_left() - reserve(run, budget_));
}

}  // namespace clade::detail

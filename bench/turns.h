// Solvers that take turns, so that what the machine does meanwhile meets all of them alike.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "bench/series.h"

namespace clade::detail::bench {

struct Contender {
  Series series;
  std::function<void()> train;     // this alone is timed: CPU time of the thread
  std::function<double()> finish;  // the checked objective; lets go of what was trained
  double peak_mb = 0;              // of training, where it was measured
};

inline double train_once(const Contender& contender) {
  contender.train();
  return contender.finish();
}

// Returns the seconds of the longest training.
inline double run_round(std::vector<Contender>& contenders) {
  double longest = 0;
  for (Contender& contender : contenders) {
    contender.series.seconds.push_back(thread_seconds_of(contender.train));
    contender.series.objectives.push_back(contender.finish());
    longest = std::max(longest, contender.series.seconds.back());
  }
  return longest;
}

// A round to warm up, then `rounds`. Where a training takes above ten seconds at most three rounds
// in all, every one counted: the caller's own trials have warmed up before.
inline void run_in_turns(std::vector<Contender>& contenders, int rounds = timed_runs) {
  constexpr double long_training = 10;
  const bool is_long = run_round(contenders) > long_training;
  if (!is_long) {
    for (Contender& contender : contenders) {
      contender.series.seconds.clear();
      contender.series.objectives.clear();
    }
  }
  for (int run = 0; run < (is_long ? std::min(rounds, 3) - 1 : rounds); ++run)
    run_round(contenders);
}

}  // namespace clade::detail::bench

// The time of a search: what is left of it, and whether that suffices for one more run and for the
// training that follows.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "eval/search/candidate_run.h"

namespace clade::detail {

// A run that is to be made, and what is known from those before it.
struct PlannedRun {
  struct Known {
    std::size_t examples;
    const CandidateRun* run;
  };
  std::size_t examples = 0, all_examples = 0;
  bool has_kernel = false;
  double trainings = 1;            // that the model will take in the end
  std::optional<Known> smaller{};  // the same candidate on fewer examples
  std::optional<Known> best{};     // the best so far, on as many examples or on others
};

class RunClock {
 public:
  // The clock starts with the object, `before` seconds late. `seconds` may be infinite.
  explicit RunClock(double seconds, double before = 0) : budget_(seconds), before_(before) {}

  double seconds() const {
    return before_ +
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  double seconds_left() const;
  // Whether there is time for it and for the training that follows.
  bool suffices_for(const PlannedRun& run) const;
  // When the run is to be given up.
  double limit_of(const PlannedRun& run) const;

 private:
  double budget_, before_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace clade::detail

// How long a training will go on, from how its gap has fallen so far.
#pragma once

#include <optional>
#include <vector>

namespace clade::detail::cli {

// The gap falls by about the same factor in the same time, and that ever more slowly: the second
// half of the time so far says how quickly.
class RemainingTime {
 public:
  // After a pass; a time that goes back begins another run.
  void record(double seconds, double relative_gap);
  // Until the gap is `tolerance`; nothing where that cannot be said yet.
  std::optional<double> until(double tolerance) const;

 private:
  struct Pass {
    double seconds, gap;  // the smallest so far
  };
  std::vector<Pass> passes_;
};

}  // namespace clade::detail::cli

// Where the time of the ranks of a run goes, pass by pass: what is counted, and who is slow.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/communicator.h"
#include "clade/reporter.h"

namespace clade::detail {

class RankTimes {
 public:
  explicit RankTimes(Communicator& peers) : peers_(peers), before_(peers.traffic()) {}

  // A pass is over, on all ranks. Puts what travelled and how long was waited into `progress`, and
  // warns of a rank that takes far longer for its part than the others.
  void end_pass(Progress& progress, Reporter& reporter);
  // Says what all passes took together.
  void say_totals(int passes, Reporter& reporter) const;

 private:
  void look_for_slow_rank(const std::vector<double>& work, Reporter& reporter);

  Communicator& peers_;
  Traffic before_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t sent_ = 0;        // of all ranks
  double work_ = 0, waited_ = 0;  // seconds, of all ranks
  std::vector<int> slow_passes_;  // by rank, one after the other
  bool has_warned_ = false;
};

}  // namespace clade::detail

// Instances that add little to the gap are left out for some epochs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/state.h"

namespace clade::detail {

class Shrinking {
 public:
  explicit Shrinking(std::size_t instances) : pauses_(instances) {}

  // To be asked once for each instance at the start of an epoch: whether the epoch leaves it out.
  bool leaves_out(std::size_t instance) {
    Pause& pause = pauses_[instance];
    if (pause.left == 0) return false;
    --pause.left;
    return true;
  }

  // After the k-th visit of an epoch: an instance whose violation is below a part of the mean of
  // recent visits is left out, each time for twice as many epochs.
  void record(std::size_t k, std::size_t instance, double violation) {
    record_mean(k, violation);
    Pause& pause = pauses_[instance];
    if (violation < quiet_part * mean_) {
      pause.length =
          std::min<std::uint8_t>(longest, static_cast<std::uint8_t>(2 * pause.length + 1));
      pause.left = pause.length;
    } else {
      pause = {};
    }
  }
  // The same for a visit after which the instance stays in.
  void record_mean(std::size_t k, double violation) {
    mean_ += (violation - mean_) * weight_of_newest(k);
  }
  double mean() const { return mean_; }
  // The next epoch leaves nothing out.
  void reset() { std::fill(pauses_.begin(), pauses_.end(), Pause{}); }

  void state(State& s) { s(pauses_, mean_); }

 private:
  static constexpr double quiet_part = 0.2;
  static constexpr std::uint8_t longest = 15;
  // Gaps fall quickly within an epoch, so they are compared with the mean of recent visits.
  static double weight_of_newest(std::size_t visit) {
    constexpr std::size_t recent = 256;
    return 1.0 / static_cast<double>(std::min(visit, recent) + 1);
  }

  struct Pause {
    std::uint8_t left = 0;    // epochs that still leave the instance out
    std::uint8_t length = 0;  // of the last pause
  };
  std::vector<Pause> pauses_;
  double mean_ = 0;
};

}  // namespace clade::detail

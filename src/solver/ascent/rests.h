// Instances that add little to the gap rest for some epochs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clade {

class Rests {
 public:
  explicit Rests(std::size_t instances) : rests_(instances) {}

  // At the start of an epoch: whether the instance is still left out.
  bool rests(std::size_t instance) {
    Rest& rest = rests_[instance];
    if (rest.left == 0) return false;
    --rest.left;
    return true;
  }

  // After the k-th visit of an epoch, which saw this part of the gap: one below a part of the mean
  // of recent visits lets the instance rest, each time twice as long.
  void take_in(std::size_t k, std::size_t instance, double burden) {
    take_in_mean(k, burden);
    Rest& rest = rests_[instance];
    if (burden < quiet_share * mean_) {
      rest.length = std::min<std::uint8_t>(longest, static_cast<std::uint8_t>(2 * rest.length + 1));
      rest.left = rest.length;
    } else {
      rest = {};
    }
  }
  // The same without a rest.
  void take_in_mean(std::size_t k, double burden) {
    mean_ += (burden - mean_) * weight_of_newest(k);
  }
  double mean() const { return mean_; }
  void wake_all() { std::fill(rests_.begin(), rests_.end(), Rest{}); }

 private:
  static constexpr double quiet_share = 0.2;
  static constexpr std::uint8_t longest = 15;
  // Gaps fall quickly within an epoch, so they are compared with the mean of recent visits.
  static double weight_of_newest(std::size_t visit) {
    constexpr std::size_t recent = 256;
    return 1.0 / static_cast<double>(std::min(visit, recent) + 1);
  }

  struct Rest {
    std::uint8_t left = 0;    // epochs that the instance is still left out
    std::uint8_t length = 0;  // of its last rest
  };
  std::vector<Rest> rests_;
  double mean_ = 0;
};

}  // namespace clade

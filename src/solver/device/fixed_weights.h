// Weights as whole numbers of a unit, by feature and unit of the score map: sums are the same in
// any order.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "solver/device/device.h"

namespace clade::detail {

class FixedWeights {
 public:
  // Beyond this part of the range, weights are asked to become coarser at the next look.
  static constexpr std::int32_t soft_limit = std::int32_t{1} << 29;
  static constexpr int first_exponent = 26, coarser = 2;

  FixedWeights(std::size_t features, std::size_t units)
      : units_(units), weights_(features * units) {}

  // scores = the raw scores of a row. False where a weight is beyond the soft limit.
  bool score(std::span<const CladeDeviceFeature> row, float* scores) const {
    std::vector<std::int32_t> largest(units_);
    for (std::size_t u = 0; u < units_; ++u) scores[u] = 0;
    for (const CladeDeviceFeature& x : row) {
      const std::int32_t* w = weights_.data() + x.index * units_;
      for (std::size_t u = 0; u < units_; ++u) {
        scores[u] += x.value * static_cast<float>(w[u]);
        largest[u] |= w[u] < 0 ? ~w[u] : w[u];
      }
    }
    std::int32_t all = 0;
    for (std::size_t u = 0; u < units_; ++u) {
      scores[u] *= unit();
      all |= largest[u];
    }
    return all < soft_limit;
  }
  float score(std::span<const CladeDeviceFeature> row, std::size_t unit_number) const {
    float sum = 0;
    for (const CladeDeviceFeature& x : row) {
      sum += x.value * static_cast<float>(weights_[x.index * units_ + unit_number]);
    }
    return sum * unit();
  }
  // weights of one unit += amount * row. False where one left its range.
  bool add(std::span<const CladeDeviceFeature> row, std::size_t unit_number, double amount) {
    const double factor = std::ldexp(amount, exponent_);
    additions_ += row.size();
    bool fits = true;
    for (const CladeDeviceFeature& x : row) {
      std::int32_t& w = weights_[x.index * units_ + unit_number];
      const double sum = w + std::nearbyint(factor * static_cast<double>(x.value));
      fits = fits && std::abs(sum) < std::numeric_limits<std::int32_t>::max();
      w = fits ? static_cast<std::int32_t>(sum) : 0;
    }
    return fits;
  }
  void set_zero() {
    weights_.assign(weights_.size(), 0);
    additions_ = 0;
  }
  void make_coarser() { exponent_ -= coarser; }
  float weight(std::size_t feature, std::size_t unit_number) const {
    return static_cast<float>(weights_[feature * units_ + unit_number]) * unit();
  }
  // The square of how far rounding may have moved the weights. Each addition errs by at most half a
  // unit, in either direction: twelve times the mean square of their sum.
  double rounding() const {
    return static_cast<double>(additions_) * std::ldexp(1.0, -2 * exponent_);
  }
  double squared_norm() const {
    double sum = 0;
    for (const std::int32_t w : weights_) {
      const double weight = static_cast<double>(static_cast<float>(w) * unit());
      sum += weight * weight;
    }
    return sum;
  }

 private:
  float unit() const { return std::ldexp(1.0F, -exponent_); }

  std::size_t units_;
  int exponent_ = first_exponent;
  std::uint64_t additions_ = 0;
  std::vector<std::int32_t> weights_;
};

}  // namespace clade::detail

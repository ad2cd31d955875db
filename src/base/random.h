// Random numbers that are the same on every machine and compiler: the standard's engines are
// fixed, its distributions are not.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <span>
#include <utility>

#include "base/state.h"

namespace clade::detail {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  // Uniform in [0, 1) with 53 random bits.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

  // Uniform in [0, bound), bound > 0, without bias (rejection).
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = bound * (~std::uint64_t{0} / bound);
    std::uint64_t draw = bits();
    while (draw >= limit) draw = bits();
    return draw % bound;
  }

  // Standard normal (Box and Muller, one of the pair).
  double normal() {
    const double u = 1.0 - uniform();
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * uniform());
  }

  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[static_cast<std::size_t>(below(i))]);
    }
  }

  void state(State& s) { s(engine_); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace clade::detail

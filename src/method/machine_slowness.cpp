#include <time.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "linear/weight_rows.h"
#include "method/cost_estimate.h"

namespace clade::detail {

namespace {

double thread_seconds() {
  struct timespec now {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

// The best of a few tries at scoring made-up documents, with more weights than a processor's own
// cache holds: other processes may take the cache away, but nothing makes it faster than it is.
double machine_slowness() {
  constexpr std::size_t features = 4096, units = 1344, words = 82, documents = 100;
  constexpr double fitted_seconds = 0.00085;
  WeightRows<float> weights(features, units);
  for (std::size_t j = 0; j < features; ++j) std::ranges::fill(weights.row(j), 1.0F);
  std::array<float, units> scores{};
  std::array<Feature, words> row{};
  std::uint32_t place = 1;
  double best = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < 8; ++attempt) {
    const double start = thread_seconds();
    for (std::size_t i = 0; i < documents; ++i) {
      for (Feature& feature : row) {
        place = place * 1664525U + 1013904223U;
        feature = {static_cast<std::uint32_t>((place >> 8) % features), 1.0F};
      }
      weights.view().score(row, scores.data());
    }
    best = std::min(best, thread_seconds() - start);
  }
  return best / fitted_seconds;
}

}  // namespace clade::detail

#include "solver/products/box_ascent.h"

#include <algorithm>
#include <cmath>

namespace clade::detail {

namespace {

constexpr std::size_t most_changes = 10;

double product(std::span<const double> a, std::span<const double> b,
               const std::vector<bool>& among) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (among[k]) sum += a[k] * b[k];
  }
  return sum;
}

// Coordinates on a side of the box that the gradient presses against stay there.
std::vector<bool> free_coordinates(std::span<const double> point,
                                   std::span<const double> gradient) {
  std::vector<bool> is_free(point.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    is_free[k] = !(point[k] >= 1 && gradient[k] >= 0) && !(point[k] <= -1 && gradient[k] <= 0);
  }
  return is_free;
}

}  // namespace

std::vector<double> BoxAscent::next(std::span<const double> point, std::span<const double> gradient,
                                    std::span<const double> curvature) {
  remember(point, gradient);
  const std::vector<double> step =
      direction(gradient, curvature, free_coordinates(point, gradient));
  std::vector<double> result(point.begin(), point.end());
  for (std::size_t k = 0; k < result.size(); ++k) {
    result[k] = std::clamp(result[k] + step[k], -1.0, 1.0);
  }
  return result;
}

void BoxAscent::remember(std::span<const double> point, std::span<const double> gradient) {
  if (!last_point_.empty()) {
    Change change;
    for (std::size_t k = 0; k < point.size(); ++k) {
      change.point.push_back(point[k] - last_point_[k]);
      change.gradient.push_back(last_gradient_[k] - gradient[k]);
    }
    changes_.push_back(std::move(change));
    if (changes_.size() > most_changes) changes_.pop_front();
  }
  last_point_.assign(point.begin(), point.end());
  last_gradient_.assign(gradient.begin(), gradient.end());
}

// The two loops of limited-memory BFGS, restricted to the free coordinates. Changes that would say
// that the function bends upwards there are rounding, or come from inexact gradients.
std::vector<double> BoxAscent::direction(std::span<const double> gradient,
                                         std::span<const double> curvature,
                                         const std::vector<bool>& is_free) const {
  std::vector<double> step(gradient.size());
  for (std::size_t k = 0; k < step.size(); ++k) step[k] = is_free[k] ? gradient[k] : 0;
  const std::size_t count = changes_.size();
  std::vector<double> bends(count), shares(count);
  for (std::size_t c = count; c-- > 0;) {
    const Change& change = changes_[c];
    const double bend = product(change.point, change.gradient, is_free);
    const double size = std::sqrt(product(change.point, change.point, is_free) *
                                  product(change.gradient, change.gradient, is_free));
    bends[c] = bend > 1e-6 * size ? bend : 0;
    if (bends[c] == 0) continue;
    shares[c] = product(change.point, step, is_free) / bends[c];
    for (std::size_t k = 0; k < step.size(); ++k) step[k] -= shares[c] * change.gradient[k];
  }
  // The estimate of the second derivatives is too large where the rest of the problem gives way:
  // the last change says how much.
  double scale = 1;
  for (std::size_t c = count; c-- > 0;) {
    if (bends[c] == 0) continue;
    double scaled = 0;
    for (std::size_t k = 0; k < step.size(); ++k) {
      if (is_free[k] && curvature[k] > 0) {
        scaled += changes_[c].gradient[k] * changes_[c].gradient[k] / curvature[k];
      }
    }
    if (scaled > 0) scale = bends[c] / scaled;
    break;
  }
  for (std::size_t k = 0; k < step.size(); ++k) {
    step[k] = is_free[k] && curvature[k] > 0 ? step[k] * scale / curvature[k] : 0;
  }
  for (std::size_t c = 0; c < count; ++c) {
    if (bends[c] == 0) continue;
    const double share = shares[c] - product(changes_[c].gradient, step, is_free) / bends[c];
    for (std::size_t k = 0; k < step.size(); ++k) {
      if (is_free[k]) step[k] += share * changes_[c].point[k];
    }
  }
  return step;
}

}  // namespace clade::detail

// The way up a smooth concave function over the box [-1, 1]^n, by its gradients alone.
//
// Steps are those of Newton's method with an inverse Hessian that is learned from the last
// gradients (limited memory, started from a diagonal), among the coordinates that no side of the
// box holds.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "base/state.h"

namespace clade::detail {

class BoxAscent {
 public:
  // Where to look next, from the gradient at `point` and an estimate of the size of the second
  // derivatives there, all above zero or of no matter.
  std::vector<double> next(std::span<const double> point, std::span<const double> gradient,
                           std::span<const double> curvature);

  void state(State& s) { s(changes_, last_point_, last_gradient_); }

 private:
  struct Change {
    std::vector<double> point, gradient;  // the latter from new to old: both go with each other
    void state(State& s) { s(point, gradient); }
  };
  void remember(std::span<const double> point, std::span<const double> gradient);
  std::vector<double> direction(std::span<const double> gradient, std::span<const double> curvature,
                                const std::vector<bool>& is_free) const;

  std::deque<Change> changes_;
  std::vector<double> last_point_, last_gradient_;
};

}  // namespace clade::detail

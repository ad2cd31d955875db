#include "solver/products/box_ascent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace clade::detail {
namespace {

// -1/2 (x - c)'A(x - c) with A tridiagonal.
struct Quadratic {
  std::vector<double> center;
  double coupling;
  std::vector<double> gradient(const std::vector<double>& x) const {
    std::vector<double> g(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      g[k] = -curvature(k) * (x[k] - center[k]);
      if (k > 0) g[k] -= coupling * (x[k - 1] - center[k - 1]);
      if (k + 1 < x.size()) g[k] -= coupling * (x[k + 1] - center[k + 1]);
    }
    return g;
  }
  double curvature(std::size_t k) const { return 2 + static_cast<double>(k % 3); }
};

std::vector<double> climb(const Quadratic& f, double overestimate, int steps) {
  BoxAscent ascent;
  std::vector<double> x(f.center.size()), curvature;
  for (std::size_t k = 0; k < x.size(); ++k) curvature.push_back(overestimate * f.curvature(k));
  for (int s = 0; s < steps; ++s) x = ascent.next(x, f.gradient(x), curvature);
  return x;
}

TEST(BoxAscent, FindsTheTopInsideTheBox) {
  const Quadratic f{{0.5, -0.3, 0.2, 0.9, -0.8, 0.1}, 0.8};
  const std::vector<double> x = climb(f, 1, 25);
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], f.center[k], 1e-8);
}

TEST(BoxAscent, LearnsThatTheEstimateOfTheCurvatureIsFarTooLarge) {
  const Quadratic f{{0.5, -0.3, 0.2, 0.9, -0.8, 0.1}, 0.8};
  const std::vector<double> x = climb(f, 100, 40);
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], f.center[k], 1e-6);
}

TEST(BoxAscent, StopsAtSidesWhereTheGradientPointsOut) {
  const Quadratic f{{3, -0.3, -2.5, 0.4, 5, 0.1}, 0.8};
  const std::vector<double> x = climb(f, 1, 60), g = f.gradient(x);
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_LE(std::abs(x[k]), 1);
    if (x[k] == 1) {
      EXPECT_GE(g[k], 0) << k;
    } else if (x[k] == -1) {
      EXPECT_LE(g[k], 0) << k;
    } else {
      EXPECT_NEAR(g[k], 0, 1e-6) << k;
    }
  }
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[2], -1);
}

TEST(BoxAscent, LeavesCoordinatesOfNoMatterAlone) {
  BoxAscent ascent;
  const std::vector<double> x{0.25, 0}, g{0, 1}, curvature{0, 2};
  const std::vector<double> next = ascent.next(x, g, curvature);
  EXPECT_EQ(next[0], 0.25);
  EXPECT_EQ(next[1], 0.5);
}

}  // namespace
}  // namespace clade::detail

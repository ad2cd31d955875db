// Random sparse rows, and kernels of two rows straight from their formulas.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "data/sparse_rows.h"
#include "kernel/kernel_spec.h"

namespace clade::detail::test {

// Rows whose indices are numbers below `features`, each there with this probability.
template <class Real>
SparseRows<Real> random_rows(std::uint64_t seed, std::size_t count, std::size_t features,
                             double density) {
  Random random(seed);
  SparseRows<Real> rows;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint32_t f = 0; f < features; ++f) {
      if (random.uniform() < density) rows.push({f, static_cast<Real>(random.normal())});
    }
    rows.end_row();
  }
  return rows;
}

template <class Real>
std::vector<double> dense(BasicSparseRow<Real> row, std::size_t features) {
  std::vector<double> values(features);
  for (const auto& f : row) values[f.index] = static_cast<double>(f.value);
  return values;
}

template <class Real>
double by_formula(const KernelSpec& spec, BasicSparseRow<Real> a, BasicSparseRow<Real> b,
                  std::size_t features) {
  const std::vector<double> x = dense(a, features), z = dense(b, features);
  double product = 0, squared_distance = 0;
  for (std::size_t f = 0; f < features; ++f) {
    product += x[f] * z[f];
    squared_distance += (x[f] - z[f]) * (x[f] - z[f]);
  }
  if (spec.kind == KernelKind::rbf) return std::exp(-spec.gamma * squared_distance);
  if (spec.kind == KernelKind::poly) {
    double power = 1;
    for (int k = 0; k < spec.degree; ++k) power *= spec.gamma * product + spec.coef0;
    return power;
  }
  return product;
}

}  // namespace clade::detail::test

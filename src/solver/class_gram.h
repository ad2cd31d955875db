// G = M M' between decisions, from a table where it fits.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/constraint_set.h"
#include "taxonomy/score_map.h"

namespace clade {

class ClassGram {
 public:
  explicit ClassGram(const ScoreMap& map);

  double operator()(Decision a, Decision b) const {
    if (a == constant_zero || b == constant_zero) return 0;
    return table_.empty() ? map_.gram(a, b) : table_[a * map_.decisions() + b];
  }

  // ||M'(e_p - e_m)||^2 of one comparison.
  double squared_length(Decision p, Decision m) const {
    if (p == constant_zero) return diagonal_[m];
    if (m == constant_zero) return diagonal_[p];
    return diagonal_[p] - 2 * (*this)(p, m) + diagonal_[m];
  }

  // (e_p - e_m)' G (e_q - e_n) for two comparisons.
  double between(Decision p, Decision m, Decision q, Decision n) const {
    return (*this)(p, q) - (*this)(p, n) - (*this)(m, q) + (*this)(m, n);
  }

 private:
  static constexpr std::size_t table_limit = std::size_t{1} << 22;  // 32 MiB

  const ScoreMap& map_;
  std::vector<double> diagonal_;
  std::vector<double> table_;
};

}  // namespace clade

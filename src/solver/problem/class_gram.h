// G = M M' between decisions, from a table where it fits.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/problem/constraint_set.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

// The table is in single precision: a Hessian that is off by 1e-7 changes how far a step goes, not
// where the steps end.
class ClassGram {
 public:
  explicit ClassGram(const ScoreMap& map);

  const ScoreMap& map() const { return map_; }

  // Every decision has its own unit, of strength 1: G is the identity.
  bool is_identity() const { return is_identity_; }

  double operator()(Decision a, Decision b) const {
    if (a == constant_zero || b == constant_zero) return 0;
    if (is_identity_) return a == b ? 1 : 0;
    return table_.empty() ? map_.gram(a, b) : static_cast<double>(table_[a * map_.decisions() + b]);
  }

  // G's row of a decision, by the other; null where there is no table.
  const float* row(Decision a) const {
    return table_.empty() ? nullptr : table_.data() + a * map_.decisions();
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
  static constexpr std::size_t table_limit = std::size_t{1} << 22;  // 16 MiB

  const ScoreMap& map_;
  bool is_identity_;
  std::vector<double> diagonal_;
  std::vector<float> table_;
};

}  // namespace clade::detail

// What an interior point proves: its duals, made to meet every condition, and bounds in double.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/decision_scores.h"
#include "linear/weight_rows.h"
#include "solver/backend/linear_backend.h"
#include "solver/interior_point/constraint_list.h"
#include "solver/problem/certificate.h"
#include "solver/problem/duals.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// The problem in double, but for rows, features and anchor, which are left out.
template <class Real>
Problem<double> without_rows(const Problem<Real>& problem);

// The problem whose biases, the weights of feature 0, have the price ||b - b_k||^2 / 2, as
// free_bias.h has it, where b_k are `biases`: its bounds at the solution are those of the problem
// without.
void hold_biases(Problem<double>& problem, std::span<const double> biases);

class InteriorBounds {
 public:
  // All must outlive this object.
  InteriorBounds(const Problem<double>& problem, const ConstraintList& list, bool free_bias,
                 ThreadPool& pool);

  struct Proof {
    Duals duals;
    Certificate certificate;  // at the weights of the duals
    bool holds;               // or else the duals prove nothing
  };
  // Of duals that meet boxes and equalities but for rounding. Their weights are left in weights().
  Proof prove(std::vector<double> beta);
  const WeightRows<double>& weights() const { return backend_.weights(); }
  // At other weights.
  Certificate at(const WeightRows<double>& weights, const Duals& duals);

 private:
  bool set_duals(Proof& proof, Duals duals) const;
  void build(const Duals& duals);

  const Problem<double>& problem_;
  const ConstraintList& list_;
  bool free_bias_;
  ThreadPool& pool_;
  ScanTables<double> tables_;
  DecisionScores<double> map_;
  LinearBackend<double> backend_;
};

// Of the solution that has this primal value, with the dual value of the proof less `allowance`
// times what it allows for rounding.
void set_lower_bound(Certificate& certificate, const InteriorBounds::Proof& proof,
                     double allowance);
// That allowance for data that may have been rounded to these numbers.
template <class Real>
inline constexpr double coarser_than_double =
    static_cast<double>(std::numeric_limits<Real>::epsilon()) /
    std::numeric_limits<double>::epsilon();

}  // namespace clade::detail

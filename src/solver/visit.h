// One visit of an instance: score it, find what is violated, take exact steps on its block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "linear/unit_change.h"
#include "solver/class_gram.h"
#include "solver/duals.h"
#include "solver/instance_scan.h"
#include "solver/problem.h"
#include "solver/shared_slack_step.h"

namespace clade {

// What a visit saw before it took its steps, and what these changed.
struct VisitReport {
  double violation = 0;  // of the optimality conditions (psi, thesis 4.32)
  double cost = 0;       // of the instance's slacks
  std::size_t changes = 0;
  double gain = 0;         // of the dual objective
  double linear = 0;       // growth of its term sum scale_c beta_c
  double slack_terms = 0;  // and of its term B^2/(4C)
};

template <class Backend>
class Visitor {
 public:
  using Real = typename Backend::Real;

  Visitor(const Problem<Real>& problem, const ScanTables<Real>& tables,
          const DecisionScores<Real>& map, Backend& backend);

  // Raises the dual objective over the variables of instance i, in `duals` and in the weights.
  VisitReport operator()(std::size_t i, std::vector<DualVariable>& duals);

  // ||M'a||^2 of the variable's comparison.
  double squared_length(const DualVariable& v) const {
    return gram_.squared_length(v.plus, v.minus);
  }

  // Adds the share of instance i's duals to the weights.
  void add_to_weights(std::size_t i, std::span<const DualVariable> duals);

 private:
  void take_up_support(std::span<const DualVariable> duals);
  double gradient(const DualVariable& v) const;

  VisitReport visit_shared(std::size_t i, std::vector<DualVariable>& duals, double top);
  void add_most_violated(double threshold);

  VisitReport visit_own(std::size_t i, std::vector<DualVariable>& duals);
  double step_on_own_slack(DualVariable& v, double g, double length, Slack slack,
                           VisitReport& report);
  double decision_score(Decision d, double squared_length) const;

  void collect(double threshold);
  void change_units(Decision plus, Decision minus, double amount);
  void change_units(Decision d, double amount);
  void apply_changes(std::size_t i);

  const Problem<Real>& problem_;
  const DecisionScores<Real>& map_;
  Backend& backend_;
  ClassGram gram_;

  AlignedArray<Real> raw_, score_buffer_;
  Real* scores_ = nullptr;  // of the last scored instance: in one of the two
  InstanceScan<Real> scan_;
  SharedSlackStep<Real> step_;
  std::vector<double> old_beta_;
  struct Candidate {
    Decision plus, minus;
    double gradient;
  };
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> found_;
  UnitChange<Real> change_;
};

}  // namespace clade

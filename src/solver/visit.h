// One visit of an instance: score it, find what is violated, take exact steps on its block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/class_gram.h"
#include "solver/duals.h"
#include "solver/loss_scales.h"
#include "solver/problem.h"
#include "solver/shared_slack_step.h"

namespace clade {

// What a visit saw before it took its steps, and how many it took.
struct VisitReport {
  double violation = 0;  // of the optimality conditions (psi, thesis 4.32)
  double cost = 0;       // of the instance's slacks
  std::size_t changes = 0;
};

template <class Backend>
class Visitor {
 public:
  using Real = typename Backend::Real;

  Visitor(const Problem<Real>& problem, const LossScales& scales, Backend& backend);

  // Raises the dual objective over the variables of instance i, in `duals` and in the weights.
  VisitReport operator()(std::size_t i, std::vector<DualVariable>& duals) {
    return problem_.groups == SlackGroups::instance ? visit_shared(i, duals) : visit_own(i, duals);
  }

  // ||M'a||^2 of the variable's comparison.
  double squared_length(const DualVariable& v) const {
    return gram_.squared_length(v.plus, v.minus);
  }

  // Adds the share of instance i's duals to the weights.
  void add_to_weights(std::size_t i, std::span<const DualVariable> duals);

 private:
  VisitReport visit_shared(std::size_t i, std::vector<DualVariable>& duals);
  double scan(std::size_t i);
  void add_most_violated(std::size_t i, double threshold);
  double gradient(const DualVariable& v) const;

  VisitReport visit_own(std::size_t i, std::vector<DualVariable>& duals);
  double own_step(double gradient, double beta, double curvature, double C,
                  VisitReport& report) const;
  double decision_score(Decision d, double squared_length) const;

  void change_units(Decision plus, Decision minus, double amount);
  void change_units(Decision d, double amount);
  void apply_changes(std::size_t i);

  const Problem<Real>& problem_;
  const LossScales& scales_;
  Backend& backend_;
  ClassGram gram_;

  std::vector<Real> raw_, scores_;
  std::vector<double> scale_scratch_, gradients_;
  SharedSlackStep step_;
  std::vector<double> old_beta_;
  struct Candidate {
    DualVariable variable;
    double gradient;
  };
  std::vector<Candidate> candidates_;
  std::vector<DualVariable> next_duals_;

  // The change of each unit's coefficient in this visit; units with one are in touched_.
  std::vector<double> unit_change_;
  std::vector<bool> is_touched_;
  std::vector<UnitId> touched_;
  std::vector<UnitStep<Real>> unit_steps_;
};

}  // namespace clade

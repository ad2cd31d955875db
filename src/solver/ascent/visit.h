// One visit of an instance: score it, find what is violated, take exact steps on its block.
//
// A visit has three parts, so that several instances can be looked at side by side
// (block_visits.h): look() reads the weights, step() works on the instance's own variables, apply()
// writes the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/decision_scores.h"
#include "linear/unit_change.h"
#include "solver/ascent/shared_slack_step.h"
#include "solver/backend/instance_change.h"
#include "solver/problem/class_gram.h"
#include "solver/problem/duals.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"

namespace clade {

// What a visit saw before it took its steps, and how many variables these changed.
struct VisitReport {
  double violation = 0;  // of the optimality conditions (psi, thesis 4.32)
  double gap = 0;        // the instance's part of the duality gap (certificate.h)
  double cost = 0;       // of its slacks
  double value = 0;      // sum scale_c beta_c - B^2/(4C)
  std::size_t changes = 0;
};

template <class Backend>
class Visitor {
 public:
  using Real = typename Backend::Real;

  Visitor(const Problem<Real>& problem, const ScanTables<Real>& tables,
          const DecisionScores<Real>& map, const ClassGram& gram, Backend& backend);

  // Raises the dual objective over the variables of instance i, in `duals` and in the weights.
  VisitReport operator()(std::size_t i,
                         std::vector<DualVariable>& duals) requires(!Backend::has_batches) {
    look(i, duals);
    const VisitReport report = step(i, duals);
    apply(i);
    return report;
  }

  // Scores the instance and chooses its working set.
  void look(std::size_t i, std::span<const DualVariable> duals) requires(!Backend::has_batches) {
    backend_.score(i, raw_.data());
    look_at(i, duals, raw_.data());
  }
  // The same from raw scores, which are changed and put back.
  void look_at(std::size_t i, std::span<const DualVariable> duals, Real* raw);
  // What look() chose: the instance's variables, then new ones.
  std::span<const DualVariable> working_set() const { return step_.variables; }
  // In place of look(): what another visitor has chosen and seen. Then raw() must have the scores
  // of the units of the working set.
  void take(std::span<const DualVariable> working_set, const VisitReport& report);
  Real* raw() { return raw_.data(); }
  // New constraints that one visit may take up.
  void take_up_most(std::size_t constraints) { most_new_ = constraints; }
  // After look(): an earlier visit of the block has taken its step since, on an instance with this
  // inner product with the one of this visit.
  void correct(const Visitor& earlier, double inner_product);
  VisitReport step(std::size_t i, std::vector<DualVariable>& duals);
  void apply(std::size_t i) requires(!Backend::has_batches);
  // After look(): what step() would report but for its changes.
  const VisitReport& report() const { return report_; }
  // In place of apply(), for several visits at once: what is to be added to the weights, until
  // forget_change().
  InstanceChange<Real> change(std::size_t i);
  bool has_change() const { return !change_.empty(); }
  void forget_change() { change_.clear(); }

  // In place of look() and step(): the change is the share of instance i's duals in the weights.
  void take_share(std::span<const DualVariable> duals);

 private:
  void take_up_support(std::span<const DualVariable> duals);
  double gradient(const DualVariable& v) const;
  void report_gap(double cost, double slack_terms);

  void look_shared(std::size_t i, std::span<const DualVariable> duals, double top);
  void add_most_violated(double threshold);
  void step_shared(std::size_t i, std::vector<DualVariable>& duals);

  void look_own(std::size_t i);
  void step_own(std::size_t i, std::vector<DualVariable>& duals);
  double step_on_own_slack(DualVariable& v, double g, double length, Slack slack);
  double decision_score(Decision d, double squared_length) const;

  void collect(double threshold);
  void change_units(Decision plus, Decision minus, double amount);

  const Problem<Real>& problem_;
  const DecisionScores<Real>& map_;
  Backend& backend_;
  const ClassGram& gram_;

  // Sixteen need a quarter of the epochs that one does.
  std::size_t most_new_ = 16;
  AlignedArray<Real> raw_, score_buffer_;
  Real* scores_ = nullptr;  // of the last scored instance: in one of the two
  InstanceScan<Real> scan_;
  VisitReport report_;  // of the visit under way
  struct Support {
    double earned = 0;  // sum beta_c g_c
    double value = 0;   // sum scale_c beta_c
    double mass = 0;    // sum beta_c
  };
  Support support_;
  bool is_corrected_ = false;  // the scores, not yet the gradients
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

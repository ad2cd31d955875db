// The update of one instance: finds which constraints its scores violate and takes exact steps on
// its block of dual variables.
//
// An update has three parts, so that several instances can be scored side by side (block_visits.h):
// score_and_select() reads scores, step() works on the instance's own variables, and its change is
// for the caller to add to the weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "linear/aligned_array.h"
#include "linear/unit_change.h"
#include "solver/ascent/shared_slack_step.h"
#include "solver/ascent/visit_log.h"
#include "solver/backend/instance_change.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem_tables.h"
#include "solver/problem/slack.h"
#include "solver/tree/tree_step.h"
#include "solver/tree/tree_tables.h"

namespace clade::detail {

template <class Real>
class InstanceUpdate {
 public:
  // Raw scores are rows of `raw_size` numbers. With `tree`, blocks of variables are solved exactly
  // over all classes; else, and where that fails, by steps between pairs in a working set.
  InstanceUpdate(const ProblemTables<Real>& tables, std::size_t raw_size,
                 const TreeTables<Real>* tree = nullptr);

  // The instance's raw scores, for the backend to fill in.
  Real* raw() { return raw_.data(); }
  // May be called ahead of score_and_select() for the same instance, before the scores are there.
  void load(std::span<const DualVariable> duals) {
    if (!tree_step_) return;
    tree_step_->load(duals);
    is_loaded_ = true;
  }
  // Maps raw scores to decision scores and selects the working set. `raw` is changed and put back.
  void score_and_select(std::size_t i, std::span<const DualVariable> duals, Real* raw);
  void score_and_select(std::size_t i, std::span<const DualVariable> duals) {
    score_and_select(i, duals, raw());
  }
  // The selected variables: those of the instance, then new ones.
  std::span<const DualVariable> working_set() const { return step_.variables; }
  // In place of score_and_select(): what another update has selected and seen. raw() must have the
  // scores of the units of the working set before step().
  void set_working_set(std::span<const DualVariable> working_set, const VisitReport& report);
  // No step where the instance's part of the gap is not above this.
  void set_least_gap(double gap) { least_gap_ = gap; }
  // How many new constraints may be selected.
  void set_most_new(std::size_t constraints) { most_new_ = constraints; }
  // An earlier update of the block has taken its step since the scores were read. `inner_product`
  // is that of both instances.
  void correct(const InstanceUpdate& earlier, double inner_product);
  // The same where only the scores of some blocks of units are read, and the earlier change is
  // rounded.
  void correct(const InstanceUpdate& earlier, double inner_product,
               std::span<const std::uint8_t> is_read);
  // Raises the dual objective over the instance's variables.
  VisitReport step(std::size_t i, std::vector<DualVariable>& duals, double squared_length);
  // What step() would report but for its changes.
  const VisitReport& report() const { return report_; }

  // What is to be added to the weights, until clear_change().
  UnitChange<Real>& unit_change() { return change_; }
  InstanceChange<Real> change(std::size_t i) {
    const std::span<const std::uint32_t> blocks = change_.blocks();
    return {i, change_.values(), blocks};
  }
  // The same in two parts: rounded once, then read by several threads.
  void round_change() { change_.blocks(); }
  InstanceChange<Real> rounded_change(std::size_t i) const {
    return {i, change_.values(), change_.rounded_blocks()};
  }
  bool has_change() const { return !change_.empty(); }
  void clear_change() { change_.clear(); }
  // In place of a step: the change is the contribution of these duals to the weights.
  void add_contribution(std::span<const DualVariable> duals);

 private:
  void select_from(std::size_t i, std::span<const DualVariable> duals, Real* raw);
  void start_from_support(std::span<const DualVariable> duals);
  double gradient(const DualVariable& v) const;
  void report_gap(double cost, double slack_terms);

  void select_shared(std::size_t i, std::span<const DualVariable> duals, double top);
  void add_most_violated(double threshold);
  void step_shared(std::size_t i, std::vector<DualVariable>& duals, double squared_length);

  void look_at_tree(std::size_t i, std::span<const DualVariable> duals, Real* raw);
  void step_on_tree(std::size_t i, std::vector<DualVariable>& duals, double squared_length);

  void select_own(std::size_t i);
  void step_own(std::size_t i, std::vector<DualVariable>& duals, double squared_length);
  double step_on_own_slack(DualVariable& v, double g, double length, Slack slack);
  double decision_score(Decision d, double squared_length) const;

  void collect(double threshold);
  void change_units(Decision plus, Decision minus, double amount);

  const Problem<Real>& problem_;
  const DecisionScores<Real>& map_;
  const ClassGram& gram_;

  // Sixteen need a quarter of the epochs that one does.
  std::size_t most_new_ = 16;
  AlignedArray<Real> raw_, score_buffer_;
  Real* scores_ = nullptr;  // of the last scored instance: in one of the two
  InstanceScan<Real> scan_;
  VisitReport report_;
  struct Support {
    double earned = 0;  // sum beta_c g_c
    double value = 0;   // sum scale_c beta_c
    double mass = 0;    // sum beta_c
  };
  Support support_;
  bool is_corrected_ = false;  // the scores, not yet the gradients
  double least_gap_ = 0;
  bool is_loaded_ = false;
  std::optional<TreeStep<Real>> tree_step_;
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

}  // namespace clade::detail

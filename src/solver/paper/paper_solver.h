// The paper's own algorithm: variable selection and subspace optimisation (thesis Algorithm 2;
// CIKM Algorithm 1).
//
//   1  S_i = {}, alpha = 0
//   2  repeat
//   3    compute H (4.24) and psi (4.32)
//   4    select i^ = argmax psi_i
//   5    if psi_i^ > epsilon
//   6      select the constraint c^ of i^ with the largest H
//   7      expand the working set: S_i^ += c^
//   8a     solve the reduced QP over the variables of S_i^, or
//   8b     over those of all S_i
//   9      reduce the working set: S_i^ -= {c: alpha_c = 0}
//   11 until psi_i^ <= epsilon
//
// 8b ends after finitely many steps; 8a is what the thesis uses in practice. Without active sets
// step 7 takes up all constraints of i^, as thesis 7.4.1 times it. The thesis has one slack for
// each instance, of power 1, and ranking constraints; psi.h says what takes their place elsewhere.
//
// At the end the duality gap is at most epsilon times the sum of all C (psi.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/train_context.h"
#include "clade/stop.h"
#include "linear/decision_scores.h"
#include "linear/unit_change.h"
#include "solver/paper/psi.h"
#include "solver/paper/score_table.h"
#include "solver/paper/subspace_step.h"
#include "solver/problem/certificate.h"
#include "solver/problem/class_gram.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// An epoch is as many iterations as there are instances; `updates` of the progress counts the
// iterations. There are instances, and every C is finite.
template <class Backend>
class PaperSolver {
 public:
  using Real = typename Backend::Real;

  // All four must outlive the solver. The backend holds w0, and the solution's weights at the end.
  PaperSolver(const Problem<Real>& problem, Backend& backend, const SolverParams& params,
              TrainContext& context);
  SolverResult run();

 private:
  void iterate();
  std::size_t select_instance() const;
  void expand(std::size_t i);
  void reduce(std::size_t i);

  double solve_one(std::size_t i);
  double solve_all();
  double optimise(std::size_t i);
  double gain_of_step(std::size_t i) const;
  void sum_up_change(std::size_t i);
  std::vector<std::uint32_t> active_instances() const;
  void save_change(std::size_t i);
  void move_idle(std::span<const std::uint32_t> active);
  void update_all_psi();
  void update_psi(std::size_t i);

  int epoch() const;
  void end_iteration(double gain);
  void certify_and_report();
  void build_weights();
  void drop_idle_duals();
  std::uint64_t nonzero_duals() const;
  Slack slack_of(std::size_t i) const { return {problem_.C[i], problem_.slack_power}; }

  const Problem<Real>& problem_;
  Backend& backend_;
  const SolverParams& params_;
  TrainContext& context_;
  ClassGram gram_;
  ScanTables<double> tables_;
  ScanTables<Real> certificate_tables_;
  DecisionScores<Real> map_;
  ScoreTable<Backend> scores_;
  SubspaceStep step_;
  std::size_t range_;           // of instances that one thread takes up at once
  std::vector<PsiScan> scans_;  // by range
  PassReporter reporter_;

  Duals working_sets_;  // S_i
  std::vector<double> psi_;
  std::vector<double> gradients_, old_beta_;       // of the variables of one step
  std::vector<double> unit_change_, change_;       // of the weights, and of F for a product of 1
  std::vector<std::vector<double>> saved_change_;  // by instance, while 8b runs
  std::uint64_t iterations_ = 0, reported_ = 0;
  std::uint64_t idle_iterations_ = 0;  // in a row
  double gained_ = 0;                  // by the dual objective
  Certificate certificate_;
  std::optional<Stop> stopped_;  // why, once the run should end
};

}  // namespace clade::detail

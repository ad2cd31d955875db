// Ascent on fixed working sets of some instances of a kernel problem.
//
// Only the scores that the working sets depend on are kept up to date (subset_scores.h), so that a
// visit takes about a microsecond; what has changed in the end is added to the weights at once.
//
// The constraint vector of variable v has in unit u the coefficient z_vu = scale (M_plus,u -
// M_minus,u), with which its gradient is scale - sum_u z_vu s_u. Units in which all coefficients of
// an instance are zero, as those of common ancestors, have no part in its visits.
//
// Passes are accelerated by proximal points (Lin, Mairal and Harchaoui 2015): with kappa/2 ||w -
// v||^2 added, the problem has C/(1 + kappa) in place of C and (w0 + kappa v)/(1 + kappa) in place
// of w0, and its duals are those of the problem itself over 1 + kappa. After every few passes v
// moves to w + b (w - what w was before). Scores are linear in weights: the scores of w move with
// those of v, and w(beta) = w + kappa (w - v).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/threads.h"
#include "clade/reporter.h"
#include "solver/ascent/shared_slack_step.h"
#include "solver/ascent/shrinking.h"
#include "solver/ascent/subset_scores.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem_tables.h"
#include "solver/problem/slack.h"

namespace clade::detail {

// For constraints that share the slack of their instance, at a finite price.
template <class Real>
class SubsetAscent {
 public:
  // All must outlive the object. Nothing else may use or change the backend until finish().
  SubsetAscent(const ProblemTables<Real>& tables, KernelBackend<Real>& backend, ThreadPool& pool);

  // Adds an instance and its working set: all variables that it has, and new ones without mass.
  // False, and nothing is added, where it does not fit into memory.
  bool add_instance(std::uint32_t instance, std::span<const DualVariable> working_set);
  // Once, after all instances: raises the dual until what the working sets show of the gap is a
  // small part of what it was or below `target`, does not fall any more, or the reporter asks to
  // stop.
  void run(double target, Random& random, const Reporter& reporter);
  // Stores the variables and adds what has changed to the weights.
  void finish(Duals& duals);

  std::size_t size() const { return scores_.size(); }
  std::uint64_t visits() const { return visits_; }
  std::uint64_t changes() const { return changes_; }

 private:
  struct Term {
    std::uint32_t cell;  // of those of the instance
    double coefficient;  // z
  };
  struct Seen {
    double gap, violation;
  };

  void add_terms(const DualVariable& variable);
  void run_plain_passes(int count, Random& random);
  void run_accelerated_passes(Random& random);
  bool is_done() const;
  double pass(Random& random);
  double visit(std::size_t a);
  Seen see(std::size_t a, const Slack& slack);
  void add_steps(std::size_t a, std::span<const double> from);
  void accelerate();
  void move_anchor();
  void slow_down();
  double gap_without_acceleration();

  const Problem<Real>& problem_;
  const ClassGram& gram_;
  KernelBackend<Real>& backend_;
  ThreadPool& pool_;
  SubsetScores<Real> scores_;

  std::vector<std::size_t> first_variable_{0}, first_term_{0};  // by instance and by variable
  std::vector<DualVariable> variables_;
  std::vector<Term> terms_;
  std::vector<double> first_beta_;

  double inflation_ = 1;                 // 1 + kappa
  std::vector<Real> anchor_, previous_;  // scores of v, and of w when v last moved

  Shrinking shrinking_{0};
  std::vector<double> gaps_;  // as last seen
  double gap_ = 0, goal_ = 0;
  int passes_ = 0;
  bool stops_ = false;
  std::uint64_t visits_ = 0, changes_ = 0;

  // Scratch.
  std::vector<std::uint32_t> order_, cell_of_, own_units_, touched_;
  std::vector<double> coefficients_, raw_, old_beta_, amounts_;
  SharedSlackStep<Real> step_;
};

}  // namespace clade::detail

// Block coordinate ascent on the dual by instance, certified by the duality gap.
//
// An epoch visits the instances in a fresh random order. Instances that stay quiet are left out for
// a growing number of epochs (shrinking.h). The gap is estimated from what the visits saw; an exact
// check decides (certificate.h), at the end of an epoch or, where the last one is near, inside it.
// How instances are visited is a strategy (visits.h), which follows
// from problem and backend (make_visits.h).
//
// Runs with a large C begin with a smaller one (price_stages.h), and runs that take long are
// accelerated (acceleration.h). Where there are few weights, or a kernel has a low rank, they go
// over to the interior point method (low_dimensional.h, low_rank_kernel.h), and where every
// constraint has a squared slack of its own and features are few, to Newton's method
// (newton_hand_over.h).
//
// A run saves what it has reached between two visits or two epochs (base/checkpoint.h): everything
// that its next step depends on, so that it ends with the same bytes. Another method that has taken
// over begins anew.
//
// Exact checks use all threads, and so do some strategies; what is done at once follows from the
// data, so the result does not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/random.h"
#include "base/train_context.h"
#include "clade/stop.h"
#include "solver/ascent/acceleration.h"
#include "solver/ascent/check_schedule.h"
#include "solver/ascent/price_stages.h"
#include "solver/ascent/visit_log.h"
#include "solver/ascent/visits.h"
#include "solver/newton/newton_hand_over.h"
#include "solver/problem/certificate.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"
#include "solver/problem/problem_tables.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// Weights that can be multiplied by a number; hard margins and warm starts need it.
template <class Backend>
concept CanScale = requires(Backend& backend) {
  backend.scale(1.0);
};

template <class Backend>
class Ascent {
 public:
  using Real = typename Backend::Real;

  // All four must outlive the object. The solution's weights are left in the backend. While a run
  // is accelerated, or begins with a smaller C, the problem has other values of it.
  Ascent(Problem<Real>& problem, Backend& backend, const SolverParams& params,
         TrainContext& context);
  // Before run(): starts from the duals of a problem that differs in C alone, without anchor. The
  // backend holds their weights, or none.
  void warm_start(Duals start, bool has_weights) requires CanScale<Backend>;
  // Before run(): starts from these duals as they are.
  void resume(Duals start);
  // Before run(): never goes over to another method, but ends after so many visits, as
  // if there were no more epochs.
  void disable_hand_over(std::uint64_t most_visits = never);
  // Before run(): leaves the weights of the duals, not others that are close to the solution, too.
  void disable_acceleration() { may_accelerate_ = false; }
  SolverResult run();
  // The bounds that other duals of the same problem give. Leaves their weights in the backend.
  Certificate certify_at(const Duals& duals);

 private:
  std::optional<SolverResult> try_others();
  std::optional<SolverResult> try_interior_point();
  std::optional<SolverResult> try_newton();
  std::optional<SolverResult> taken_over(std::optional<SolverResult> found);
  void accelerate_if_slow(double gap);
  void end_acceleration();
  void begin_stages();
  void raise_prices();
  SolverResult result();

  SolverResult run_to_end();
  void state(State& s);
  void save(bool is_inside);

  bool run_epoch();
  bool run_on_active_subset();
  void keep_a_sample();
  bool visit_in_random_order();
  void begin_pass();
  bool is_to_stop();
  bool may_end_inside() const;
  bool ends_inside();

  struct Estimate {
    double primal, dual, gap;
  };
  Estimate estimate();
  Estimate with_longer_weights(Estimate seen, double cost) const;
  double cost_of_slacks(double scale) const;
  void report_and_check(const Estimate& seen);
  double gap_of_longer_weights(double gap) const;
  void report_estimate(const Estimate& seen);
  void check_where_it_stopped();
  bool is_last_epoch() const;
  double dual_value();
  double best_dual();
  void report_certificate();
  void check_exactly();
  void take_best_bound();
  double drift() const;
  void rebuild_weights(const Duals& duals);
  Certificate certify_visits(double moved);
  Certificate certify_weights(const Duals& duals, double drift) const;
  Certificate certify_accelerated(const Duals& duals);
  Certificate certify_subproblem(const Duals& duals, double distance) const;

  double margin_limit();
  void refuse_inseparable();
  Progress progress() const;

  Problem<Real>& problem_;
  Backend& backend_;
  const SolverParams& params_;
  TrainContext& context_;
  Random random_;
  bool hard_margin_;
  ProblemTables<Real> tables_;
  std::unique_ptr<Visits> visits_;
  VisitLog log_;
  CheckRules rules_;
  CheckSchedule schedule_;
  PassReporter reporter_;
  bool hands_over_ = true;     // to the interior point method or to Newton's
  std::uint64_t most_visits_;  // until the former is tried
  bool knows_rank_ = false;    // with kernels: whether they follow from it
  NewtonRule newton_;          // when the latter is
  bool tries_longer_weights_;  // for a lower primal value
  bool may_accelerate_ = true;
  SlowProgress progress_;
  std::unique_ptr<Acceleration<Real>> acceleration_;  // nothing: the ascent is plain
  bool ends_with_mean_ = false;                       // of its weights
  bool is_warm_ = false;                              // duals are not zero at the start
  std::unique_ptr<PriceStages<Real>> stages_;         // nothing: the problem's own C
  // Of a pass: what is visited in which order, and how far it is.
  std::vector<std::uint32_t> order_;
  std::size_t visited_ = 0, next_look_ = 0, between_looks_ = 0;
  bool is_inside_ = false;  // of a pass: what is saved there, and where it then goes on
  int epoch_ = 0;
  double largest_distance_ = 0;  // estimate of ||w - w0||^2/2
  Certificate certificate_;
  double best_dual_ = -std::numeric_limits<double>::infinity();   // of those that were computed
  double best_bound_ = -std::numeric_limits<double>::infinity();  // certified, of accelerated runs
  double next_dual_ = 0.05;  // seconds: when it is computed again
  std::optional<Stop> stopped_;
  CheckpointPart checkpoint_;
};

}  // namespace clade::detail

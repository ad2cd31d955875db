// The dual solver: block coordinate ascent by instance over working sets, certified by the
// duality gap.
//
// An epoch visits the instances in a fresh random order (visit.h). Instances that stay quiet are
// left out for a growing number of epochs. The gap is estimated from what the visits saw; an exact
// check decides (certificate.h).
//
// Where there are few weights, runs that take long go over to the interior point method
// (low_dimensional.h).
//
// Small problems run their visits in sequence, flat ones of these in a way of their own
// (flat_visits.h), large ones in blocks on all threads (block_visits.h), and exact checks use all
// threads; what is a block follows from the data, so the result does not depend on the number of
// threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "clade/stop.h"
#include "clade/train_context.h"
#include "linear/decision_scores.h"
#include "solver/ascent/block_visits.h"
#include "solver/ascent/flat_visits.h"
#include "solver/ascent/rests.h"
#include "solver/ascent/visit.h"
#include "solver/problem/certificate.h"
#include "solver/problem/duals.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"

namespace clade {

inline constexpr std::uint64_t never = ~std::uint64_t{0};  // so many visits are not made

struct SolverResult {
  Certificate certificate;
  Duals duals;
  std::uint64_t nonzero_duals = 0;
  std::uint64_t total_duals = 0;
  int epochs = 0;
  std::uint64_t visits = 0;  // of instances
  Stop stopped = Stop::interrupted;
};

template <class Backend>
class DualSolver {
 public:
  using Real = typename Backend::Real;

  // All four must outlive the solver. The solution's weights are left in the backend.
  DualSolver(const Problem<Real>& problem, Backend& backend, const SolverParams& params,
             TrainContext& context);
  // Before run(): goes on from the duals of a problem that differs in C alone, without anchor. The
  // backend holds their weights, or none.
  void start_from(Duals start, bool has_weights);
  // Before run(): goes on from these duals as they are.
  void go_on_from(Duals start);
  // Before run(): never goes over to the interior point method, but ends after so many visits, as
  // if there were no more epochs.
  void stay_with_ascent(std::uint64_t most_visits = never);
  SolverResult run();
  // The bounds that other duals of the same problem give. Leaves their weights in the backend.
  Certificate certify_at(const Duals& duals);

 private:
  void try_interior_point();
  bool run_epoch();
  bool visit_in_random_order();
  bool run_round();
  void look_at_all();
  void choose_the_worst();
  double gap_of(std::span<const std::uint32_t> instances) const;
  void visit_from(std::size_t k, std::size_t count);
  void take_in(std::size_t k, const VisitReport& seen);
  void prefetch_ahead(std::size_t k) const;

  struct Estimate {
    double primal, dual, gap;
  };
  Estimate estimate();
  void estimate_and_check();
  bool is_stuck();
  bool check_is_due(double estimated_gap) const;
  bool is_last_epoch() const;
  int check_interval() const;
  void exact_check();
  double drift() const;
  void fetch_duals();
  void rebuild_weights();
  void add_to_weights(const Duals& duals);
  Certificate certify_weights(double drift) const;
  void refuse_inseparable() const;
  void report_exactly(const Certificate& seen) const;
  void report(double primal, double dual, double gap, bool certified) const;

  std::uint64_t nonzero_duals() const;
  double margin_limit() const;

  const Problem<Real>& problem_;
  Backend& backend_;
  const SolverParams& params_;
  TrainContext& context_;
  Random random_;
  ScanTables<Real> tables_;
  DecisionScores<Real> map_;
  ClassGram gram_;
  Visitor<Backend> visit_;
  std::unique_ptr<BlockVisits<Backend>> block_visits_;  // large problems
  std::unique_ptr<FlatVisits<Backend>> flat_visits_;    // flat ones: these hold the duals
  bool hard_margin_ = false;
  bool hands_over_ = true;     // to the interior point method
  std::uint64_t most_visits_;  // until then
  std::uint64_t visits_ = 0;
  std::uint64_t total_duals_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

  Duals duals_;
  struct Seen {
    double gap = 0, cost = 0, value = 0;  // as in VisitReport
  };
  std::vector<Seen> seen_;  // when each instance was last visited
  Rests rests_;
  std::vector<std::uint32_t> order_;
  std::vector<double> burdens_;  // gaps, or violations with a hard margin, where looks are cheap
  std::uint64_t updates_ = 0;
  int epoch_ = 0;
  double last_estimate_ = 0;     // of the relative gap
  double largest_distance_ = 0;  // estimate of ||w - w0||^2/2
  int next_check_ = 0;           // at the latest
  Certificate certificate_;
  double best_gap_ = 1;  // of the exact checks
  int best_epoch_ = 0;
  int checks_without_progress_ = 0;
  std::optional<Stop> stopped_;  // why, once the run should end
};

}  // namespace clade

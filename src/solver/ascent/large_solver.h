// The dual solver for problems whose weights do not fit into memory as rows (split_backend.h).
//
// The same block coordinate ascent as dual_solver.h, over batches of instances (batch_visits.h). An
// estimate of the duality gap comes with the visits; when it looks reached, a pass over all
// instances and all classes with weights built anew from the dual variables certifies it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "clade/stop.h"
#include "clade/train_context.h"
#include "solver/ascent/batch_visits.h"
#include "solver/ascent/dual_solver.h"
#include "solver/ascent/rests.h"
#include "solver/backend/split_backend.h"

namespace clade {

class LargeSolver {
 public:
  // All five must outlive the solver. The problem's score map is that of the groups. The solution's
  // weights are left in the backend.
  LargeSolver(const Problem<float>& problem, const DecisionGroups& groups, SplitBackend& backend,
              const SolverParams& params, TrainContext& context);
  SolverResult run();

 private:
  bool run_epoch();
  std::size_t batch_size() const;
  void take_in(std::size_t first, std::span<const VisitReport> reports);
  void estimate_and_check();
  bool check_is_due(double estimated_gap) const;
  bool is_stuck();
  double expected_after(double estimated_gap) const;
  void report(double primal, double dual, double gap, bool certified) const;
  std::uint64_t nonzero_duals() const;

  const Problem<float>& problem_;
  SplitBackend& backend_;
  const SolverParams& params_;
  TrainContext& context_;
  Random random_;
  ScanTables<float> tables_;
  DecisionScores<float> map_;
  ClassGram gram_;
  BatchVisits visit_;
  Duals duals_;
  std::vector<VisitReport> seen_, reports_;
  Rests rests_;
  std::vector<std::uint32_t> order_;
  std::uint64_t total_duals_ = 0, visits_ = 0, updates_ = 0;
  int epoch_ = 0;
  double last_estimate_ = 0;
  Certificate certificate_;
  double best_gap_ = 1;
  int best_epoch_ = 0;
  std::optional<Stop> stopped_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace clade

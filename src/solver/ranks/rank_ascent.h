// The ascent over several ranks: each has some of the instances with their dual variables, and all
// have the weights.
//
// In a round every rank visits some instances of its own as the ascent on one machine does, as if
// every change of its weights counted sigma times (CoCoA+: Ma et al. 2015). The changes A_k of all
// ranks are added up. With sigma the number of ranks that never lowers the dual value; where the
// changes hardly meet, a sigma near |sum A_k|^2 / sum |A_k|^2 is as safe and learns more. So sigma
// follows what was seen, and a search for the best dual value along the sum makes up for a sigma
// that was too low. What travels does not depend on the number of rounds (change_products.h), so an
// epoch has many: a rank that knows soon what the others have learned needs hardly more epochs than
// one machine.
//
// A change counts sigma times where every C and every dual variable are sigma times theirs: then
// visits need not know of ranks at all.
//
// Between checks the weights of ranks may differ by rounding. The certificate is that of one
// machine: weights are built again from the duals of all ranks, in one order on all of them, and
// both bounds are sums over all instances.
//
// All ranks save what they have reached between the same two epochs, so that a run that goes on
// with as many ranks ends with the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/train_context.h"
#include "solver/ascent/visit_log.h"
#include "solver/ascent/visits.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/certificate.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem_tables.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"
#include "solver/ranks/change_products.h"
#include "solver/ranks/mixed_duals.h"
#include "solver/ranks/rank_checkpoint.h"
#include "solver/ranks/rank_times.h"

namespace clade::detail {

template <class Real>
class RankAscent {
 public:
  // The problem has the instances of this rank, without an anchor, at finite C. All four must
  // outlive the object. While a run goes on the problem has other values of C. The solution's
  // weights are left in the backend of every rank; the result has no duals.
  RankAscent(Problem<Real>& problem, LinearBackend<Real>& backend, const SolverParams& params,
             TrainContext& context);
  ~RankAscent();
  RankAscent(const RankAscent&) = delete;
  RankAscent& operator=(const RankAscent&) = delete;
  SolverResult run();

 private:
  using Products = ChangeProducts<Real>;

  void run_epoch();
  std::size_t count_rounds();
  void run_round(std::span<const std::uint32_t> order);
  void visit(std::span<const std::uint32_t> order);
  void take(std::span<const std::uint32_t> order);
  void add_contribution(const DualVariable& v, double beta);
  DualLine own_line() const;
  std::vector<Products> gather(const Products& own);
  void add(const std::vector<Products>& products, double factor);
  void follow(double square_of_sum, double sum_of_squares, double t);
  void set_sigma(double sigma);
  void give_duals_to_visits();

  void state(State& s);

  void report_and_check();
  bool is_check_due(double gap) const;
  void check_exactly();
  void rebuild_weights();
  SolverResult result();

  Problem<Real>& problem_;
  LinearBackend<Real>& backend_;
  const SolverParams& params_;
  TrainContext& context_;
  Communicator& peers_;
  const std::vector<double> prices_;
  ProblemTables<Real> tables_;
  Random random_;
  std::unique_ptr<Visits> visits_;
  VisitLog log_;
  PassReporter reporter_;
  RankTimes times_;
  RankCheckpoint checkpoint_;
  double sigma_ = 1, next_sigma_;
  bool wants_exact_passes_;  // on some rank
  std::size_t instances_;    // of all ranks
  double squared_norm_ = 0;  // of the weights
  Duals duals_;              // with those weights
  // Of a round: instances whose duals have changed, how, and what that does to the weights.
  std::vector<std::uint32_t> changed_;
  std::vector<std::vector<DualMove>> moves_;
  Products own_;
  UnitChange<Real> change_;
  std::vector<std::uint32_t> order_;
  int epoch_ = 0, last_check_ = 0;
  double gap_at_check_ = 1, last_gap_ = 1;  // estimates
  Certificate certificate_;
  std::optional<Stop> stopped_;
};

}  // namespace clade::detail

// Problems of binary constraints, squared slacks and few dense features: when Newton's method takes
// over from the ascent, and how its solution becomes one like any other.
//
// The ascent comes first: it often is done after a few epochs. Newton's method follows as soon as
// the ascent, at the rate at which its gap shrinks, will take longer than Newton's method from
// here. What something costs is counted, not timed, so a run is always the same.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/train_context.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/problem_tables.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// When to hand over.
class NewtonRule {
 public:
  // Never where the problem is not of its form or would take too much memory.
  template <class Real>
  explicit NewtonRule(const Problem<Real>& problem);
  NewtonRule() = default;

  // After so many visits the relative gap is about this.
  void record_gap(std::uint64_t visits, double gap);
  bool is_due(double tolerance) const;
  // How many visits of the ascent cost as much as Newton's method.
  std::uint64_t equal_visits() const { return equal_visits_; }
  // What was recorded last.
  double gap() const { return gap_; }

 private:
  std::uint64_t equal_visits_ = never;
  std::uint64_t fewest_visits_ = never;
  std::uint64_t first_visits_ = 0, visits_ = 0;
  double first_gap_ = 0, gap_ = 1;
};

// Told after each step: how many there were, the bounds, and how many duals are not zero.
using NewtonReport = std::function<void(int, const Certificate&, std::uint64_t)>;

// Goes on from the backend's weights, and leaves there those that it reached. The duals are
// 2 C xi at these weights, or a multiple: theirs are other weights, and the certificate knows how
// far off they are. `max_epochs` are left for its steps. Nothing where the tolerance was not
// reached for another reason than these steps or a wish to stop; then the backend is as it was.
template <class Real>
std::optional<SolverResult> solve_by_newton(const ProblemTables<Real>& tables,
                                            LinearBackend<Real>& backend, double gap,
                                            const SolverParams& params, TrainContext& context,
                                            const NewtonReport& report);

}  // namespace clade::detail

// One problem at several values of C, each solved from the solutions before.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "clade/train_context.h"
#include "solver/dual_solver.h"
#include "solver/duals.h"
#include "solver/linear_backend.h"
#include "solver/problem.h"
#include "solver/solver_params.h"

namespace clade {

// Where a path stands: the duals of its last two values. A copy goes on from the same place.
class CPath {
 public:
  // Solves `problem`, which has its C already, and leaves the weights in `backend`, whatever that
  // held before. `value` says how C lies to those of the other calls, which must not differ in
  // anything else; there must be no anchor. The duals stay here: the result has none.
  template <class Real>
  SolverResult solve(double value, const Problem<Real>& problem, LinearBackend<Real>& backend,
                     const SolverParams& params, TrainContext& context);

 private:
  struct Point {
    double value;
    Duals duals;
  };
  std::optional<Point> last_, before_;
};

template <class Real>
struct PathStep {
  double value;
  const SolverResult& result;          // without the duals
  const LinearBackend<Real>& backend;  // holds the weights
};

// The solutions for `values`, in their order; next to each other they cost least. The C of every
// instance is that of `problem`, which is put back at the end, times the value. `use` returns
// whether to go on. A run that was asked to stop ends with the step that says so.
template <class Real>
void walk_c_path(Problem<Real>& problem, std::span<const double> values, const SolverParams& params,
                 TrainContext& context, const std::function<bool(const PathStep<Real>&)>& use);

}  // namespace clade

// One problem at several values of C, each solved from the solutions before.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/train_context.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"
#include "solver/problem/solver_params.h"
#include "solver/problem/solver_result.h"

namespace clade::detail {

// Where a path stands: the duals of its last value. A copy goes on from the same place.
class CPath {
 public:
  // Solves `problem`, which differs from those of the other calls in C alone and has no anchor, and
  // leaves the weights in `backend`, whatever that held before; cheapest where it still has those
  // of the last call. The duals stay here: the result has none.
  template <class Backend>
  SolverResult solve(Problem<typename Backend::Real>& problem, Backend& backend,
                     const SolverParams& params, TrainContext& context);

 private:
  Duals duals_;
  const void* backend_ = nullptr;  // that of the last call, if its weights are the duals'
  std::uint64_t version_ = 0;      // of its weights
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

}  // namespace clade::detail

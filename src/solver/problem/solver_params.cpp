#include "solver/problem/solver_params.h"

#include "base/fail.h"

namespace clade::detail {

void SolverParams::check() const {
  if (solver != SolverKind::paper) {
    if (paper_step != PaperStep::instance) {
      fail_parameter("paper_step", "expected `solver=paper` with it, got `solver={}`",
                     enum_name(solver));
    }
    if (no_active_set) {
      fail_parameter("no_active_set", "expected `solver=paper` with it, got `solver={}`",
                     enum_name(solver));
    }
  }
  if (no_active_set && paper_step == PaperStep::all) {
    fail_parameter("no_active_set",
                   "expected `paper_step=instance` with it, got all; without active sets that "
                   "would be the whole problem at once");
  }
}

}  // namespace clade::detail

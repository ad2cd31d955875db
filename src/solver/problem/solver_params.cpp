#include "solver/problem/solver_params.h"

#include "base/fail.h"

namespace clade::detail {

void SolverParams::check() const {
  if (solver != SolverKind::paper) {
    if (paper_step != PaperStep::instance) {
      fail(ErrorKind::usage, "--paper-step: expected --solver paper with it, got --solver {}",
           enum_name(solver));
    }
    if (no_active_set) {
      fail(ErrorKind::usage, "--no-active-set: expected --solver paper with it, got --solver {}",
           enum_name(solver));
    }
  }
  if (no_active_set && paper_step == PaperStep::all) {
    fail(ErrorKind::usage,
         "--no-active-set: expected --paper-step instance with it, got all; without active sets "
         "that "
         "would be the whole problem at once");
  }
}

}  // namespace clade::detail

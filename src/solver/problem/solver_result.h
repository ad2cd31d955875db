// What a solver returns, and what it reports on the way.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/state.h"
#include "clade/reporter.h"
#include "clade/stop.h"
#include "solver/problem/certificate.h"
#include "solver/problem/duals.h"

namespace clade::detail {

inline constexpr std::uint64_t never = ~std::uint64_t{0};  // so many visits are not made

struct SolverResult {
  Certificate certificate;
  Duals duals;
  std::uint64_t nonzero_duals = 0;
  std::uint64_t total_duals = 0;
  int epochs = 0;
  std::uint64_t visits = 0;  // of instances
  Stop stopped = Stop::interrupted;
  // Whether the weights that were left are those of the duals. They need not be: the certificate
  // holds for these weights and these duals.
  bool has_weights_of_duals = true;

  void state(State& s) {
    s(certificate, duals, nonzero_duals, total_duals, epochs, visits, stopped,
      has_weights_of_duals);
  }
};

// Tells a reporter about the passes of a run, which starts with the object.
class PassReporter {
 public:
  PassReporter(Reporter& reporter, std::uint64_t total_duals)
      : reporter_(reporter), total_duals_(total_duals) {}

  std::uint64_t total_duals() const { return total_duals_; }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  // Fills in the time and the ratio of active duals.
  void report(Progress progress, std::uint64_t nonzero_duals) const {
    progress.seconds = seconds();
    progress.active_ratio =
        total_duals_ > 0 ? static_cast<double>(nonzero_duals) / static_cast<double>(total_duals_)
                         : 0;
    reporter_.on_pass(progress);
  }
  // The same with certified bounds.
  void report(Progress progress, const Certificate& bounds, std::uint64_t nonzero_duals) const {
    progress.primal = bounds.primal;
    progress.dual = bounds.dual;
    progress.relative_gap = bounds.relative_gap;
    progress.certified = true;
    report(progress, nonzero_duals);
  }

 private:
  Reporter& reporter_;
  std::uint64_t total_duals_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace clade::detail

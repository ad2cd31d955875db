// The reporter of work that has a limit of time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>

#include "clade/reporter.h"
#include "clade/stop.h"

namespace clade::detail {

// Passes everything on, and asks the work to stop once its time is up. The clock starts with the
// object.
class TimedReporter : public Reporter {
 public:
  // `seconds` may be infinite.
  TimedReporter(Reporter& outer, double seconds) : outer_(outer), seconds_(seconds) {}

  void on_stage(std::string_view what) override { outer_.on_stage(what); }
  void on_pass(const Progress& progress) override { outer_.on_pass(progress); }
  void on_update(const OnlineUpdate& update) override { outer_.on_update(update); }
  void on_step(const Steps& steps) override { outer_.on_step(steps); }
  void on_note(std::string_view message) override { outer_.on_note(message); }
  void on_warning(std::string_view message) override { outer_.on_warning(message); }
  bool wants_exact_passes() const override { return outer_.wants_exact_passes(); }
  bool stop_requested() const override { return outer_.stop_requested() || is_over(); }
  bool wants_partial_result() const override {
    return !outer_.stop_requested() || outer_.wants_partial_result();
  }
  double seconds_left() const override {
    return std::min(own_seconds_left(), outer_.seconds_left());
  }

  bool is_over() const { return own_seconds_left() <= 0; }

 private:
  double own_seconds_left() const {
    if (std::isinf(seconds_)) return seconds_;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    return std::max(0.0, seconds_ - passed.count());
  }

  Reporter& outer_;
  double seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Why work stopped that says no more than that it was asked to.
inline Stop stop_reason(Stop stopped, const Reporter& reporter) {
  const bool is_late = stopped == Stop::interrupted && reporter.seconds_left() <= 0;
  return is_late ? Stop::max_seconds : stopped;
}

}  // namespace clade::detail

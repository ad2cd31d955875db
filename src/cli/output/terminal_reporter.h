// The library's voice on a terminal: progress and warnings on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "clade/reporter.h"
#include "cli/output/remaining_time.h"
#include "cli/output/trace_file.h"

namespace clade::detail::cli {

// On a terminal one line that changes, with a bar where the tolerance to reach is known; elsewhere
// plain lines, at most one a second and the last.
class TerminalReporter : public Reporter {
 public:
  struct Options {
    bool quiet = false;          // neither progress nor notes
    std::string trace;           // a file, or ""
    double tolerance = 0;        // the relative gap that ends training; 0: not known
    bool trace_updates = false;  // the trace holds every change of the weights
    double max_seconds = std::numeric_limits<double>::infinity();  // from now on
    bool keeps_partial = false;  // what an interrupted run has reached is wanted
    // Told about an online method each time it has seen twice as many examples, and at the end.
    std::function<void(const OnlineProgress&)> progressive = {};
    // What on_step counts where it is not runs: "instances". Work that is soon done is then not
    // shown at all.
    std::string counted = {};
    bool silences_warnings = false;  // where it is quiet: they are about single records
  };
  explicit TerminalReporter(Options options);
  ~TerminalReporter() override;
  TerminalReporter(const TerminalReporter&) = delete;
  TerminalReporter& operator=(const TerminalReporter&) = delete;

  void on_stage(std::string_view what) override;
  void on_pass(const Progress& progress) override;
  void on_update(const OnlineUpdate& update) override;
  void on_step(const Steps& steps) override;
  void on_note(std::string_view message) override;
  void on_warning(std::string_view message) override;
  // A trace holds exact values only.
  bool wants_exact_passes() const override { return trace_.has_value(); }
  bool stop_requested() const override;
  bool wants_partial_result() const override { return options_.keeps_partial; }

  // Shows the last pass if it is not on the screen yet, and leaves the changing line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void show(const Progress& progress);
  std::string bar(double relative_gap) const;
  std::string time_left() const;
  bool is_time_to_show();
  void tell_progressive(const Progress& progress);
  void show_stage();
  void clear_line();

  Options options_;
  bool is_terminal_;
  bool line_is_open_ = false;
  bool has_shown_steps_ = false;
  std::string stage_;
  RemainingTime remaining_;
  Clock::time_point start_ = Clock::now();
  std::optional<Progress> unshown_;
  std::optional<Clock::time_point> last_shown_;
  std::optional<TraceFile> trace_;
  std::uint64_t next_told_ = 1024;  // examples
};

// For work on many of something.
inline TerminalReporter::Options progress_over(std::string what, bool quiet) {
  TerminalReporter::Options options;
  options.quiet = quiet;
  options.counted = std::move(what);
  options.silences_warnings = true;
  return options;
}

}  // namespace clade::detail::cli

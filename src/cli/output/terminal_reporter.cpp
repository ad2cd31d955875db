#include "cli/output/terminal_reporter.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cli/options/arguments.h"
#include "cli/output/interrupt.h"
#include "cli/output/output.h"

namespace clade::detail::cli {

namespace {

constexpr int bar_cells = 30;
constexpr std::chrono::milliseconds terminal_interval{100}, line_interval{1000};

void write_error(const std::string& text) {
  static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
}

// 12 s, 3 min 5 s, 2 h 10 min
std::string duration(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

// A terminal on which a line can be written again.
bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && !(kind != nullptr && std::string_view(kind) == "dumb");
}

}  // namespace

TerminalReporter::TerminalReporter(Options options)
    : options_(std::move(options)), is_terminal_(is_terminal()) {
  if (!options_.trace.empty()) trace_.emplace(options_.trace);
}

TerminalReporter::~TerminalReporter() { clear_line(); }

void TerminalReporter::clear_line() {
  if (line_is_open_) write_error("\r\033[K");
  line_is_open_ = false;
}

void TerminalReporter::on_stage(std::string_view what) {
  finish();
  stage_ = what;
  show_stage();
}

void TerminalReporter::show_stage() {
  if (options_.quiet || !is_terminal_) return;
  write_error("\r\033[K" + stage_ + " ...");
  line_is_open_ = true;
}

void TerminalReporter::on_pass(const Progress& progress) {
  if (trace_ && progress.certified && !options_.trace_updates) trace_->write(progress);
  if (progress.online && options_.progressive) tell_progressive(progress);
  if (options_.quiet) return;
  if (!progress.online) remaining_.record(progress.seconds, progress.relative_gap);
  unshown_ = progress;
  if (is_time_to_show()) show(progress);
}

bool TerminalReporter::is_time_to_show() {
  const auto now = Clock::now();
  const auto interval = is_terminal_ ? terminal_interval : line_interval;
  if (!last_shown_) last_shown_ = now;
  if (now - *last_shown_ < interval) return false;
  last_shown_ = now;
  return true;
}

void TerminalReporter::on_step(const Steps& steps) {
  if (options_.quiet) return;
  const bool counts_instances = !options_.counted.empty();
  const bool is_last = steps.done >= steps.total && (!counts_instances || has_shown_steps_);
  if (!is_time_to_show() && !is_last) return;
  has_shown_steps_ = true;
  std::string text = fmt::format("{} of {} {}, {} passed, about {} left", steps.done, steps.total,
                                 counts_instances ? options_.counted : "runs",
                                 duration(steps.seconds), duration(steps.seconds_left));
  if (!steps.last.empty()) text += fmt::format(" ({})", steps.last);
  if (!is_terminal_) {
    write_error_line(text);
    return;
  }
  const auto cells = static_cast<std::size_t>(bar_cells);
  const std::size_t filled = cells * steps.done / std::max<std::size_t>(1, steps.total);
  write_error("\r\033[K[" + std::string(filled, '=') + std::string(cells - filled, ' ') + "] " +
              text);
  line_is_open_ = true;
}

void TerminalReporter::tell_progressive(const Progress& progress) {
  if (progress.online->examples < next_told_ && !progress.certified) return;
  options_.progressive(*progress.online);
  while (next_told_ <= progress.online->examples) next_told_ *= 2;
}

void TerminalReporter::on_update(const OnlineUpdate& update) {
  if (trace_ && options_.trace_updates) trace_->write(update);
}

namespace {

// ", 3.1 MB sent, 0.2 s waited", or "" where there is one rank.
std::string over_ranks(const Progress& progress) {
  if (progress.bytes_sent == 0) return "";
  return fmt::format(", {:.3g} MB sent, {:.2g} s waited",
                     static_cast<double>(progress.bytes_sent) / 1e6, progress.seconds_waited);
}

}  // namespace

void TerminalReporter::show(const Progress& progress) {
  const std::string numbers =
      progress.online
          ? fmt::format(
                "epoch {}: {} examples, {} updates, mean error {:.4g}, accuracy {:.4g}, "
                "{:.3g} s",
                progress.epoch, progress.online->examples, progress.updates,
                progress.online->mean_error, progress.online->accuracy, progress.seconds)
          : fmt::format("epoch {}: primal {:.6g}, dual {:.6g}, relative gap {:.2g}, {:.3g} s{}",
                        progress.epoch, progress.primal, progress.dual, progress.relative_gap,
                        progress.seconds, over_ranks(progress) + time_left());
  unshown_.reset();
  if (!is_terminal_) {
    write_error_line(numbers);
    return;
  }
  write_error("\r\033[K" + bar(progress.relative_gap) + numbers);
  line_is_open_ = true;
}

// ", about 40 s left", or "".
std::string TerminalReporter::time_left() const {
  if (!(options_.tolerance > 0)) return "";
  const std::chrono::duration<double> passed = Clock::now() - start_;
  const double limit = std::max(0.0, options_.max_seconds - passed.count());
  const std::optional<double> left = remaining_.until(options_.tolerance);
  if (left ? *left < 1 && limit > 1 : std::isinf(limit)) return "";
  return fmt::format(", about {} left", duration(std::min(limit, left.value_or(limit))));
}

// The gap falls by about the same factor in each pass, so the way is measured in logarithms.
std::string TerminalReporter::bar(double relative_gap) const {
  if (!(options_.tolerance > 0 && options_.tolerance < 1) || !(relative_gap >= 0)) return "";
  const double way =
      std::log(std::clamp(relative_gap, options_.tolerance, 1.0)) / std::log(options_.tolerance);
  const auto filled = static_cast<std::size_t>(way * bar_cells);
  return '[' + std::string(filled, '=') + std::string(bar_cells - filled, ' ') + "] ";
}

void TerminalReporter::on_note(std::string_view message) {
  if (options_.quiet) return;
  clear_line();
  write_error_line(with_flags(message));
  show_stage();
}

// An interruption is never silent.
void TerminalReporter::on_warning(std::string_view message) {
  if (options_.quiet && options_.silences_warnings && !stop_was_requested()) return;
  clear_line();
  write_warning(message);
}

bool TerminalReporter::stop_requested() const { return stop_was_requested(); }

void TerminalReporter::finish() {
  if (unshown_) show(*unshown_);
  if (line_is_open_ && last_shown_) write_error("\n");
  if (!last_shown_) clear_line();
  line_is_open_ = false;
  last_shown_.reset();
}

}  // namespace clade::detail::cli

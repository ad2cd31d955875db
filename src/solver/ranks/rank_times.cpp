#include "solver/ranks/rank_times.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace clade::detail {

namespace {

// A rank is slow that takes so many times as long as the middle one, and longer than this, in so
// many passes one after the other.
constexpr double times_as_long = 2, least_seconds = 0.2;
constexpr int passes_in_a_row = 3;

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void RankTimes::end_pass(Progress& progress, Reporter& reporter) {
  if (peers_.is_alone()) return;
  const auto now = std::chrono::steady_clock::now();
  const Traffic spent = peers_.traffic().since(before_);
  const double idle = spent.waited + spent.moved;
  std::string mine;
  append_value(std::chrono::duration<double>(now - start_).count() - idle, mine);
  append_value(idle, mine);
  append_value(spent.sent, mine);
  std::vector<double> work;
  for (const std::string& of_rank : peers_.gather(mine)) {
    ByteReader reader(of_rank);
    work.push_back(reader.value<double>());
    const auto waited = reader.value<double>();
    const auto sent = reader.value<std::uint64_t>();
    progress.bytes_sent += sent;
    progress.seconds_waited = std::max(progress.seconds_waited, waited);
    sent_ += sent;
    work_ += work.back();
    waited_ += waited;
  }
  look_for_slow_rank(work, reporter);
  before_ = peers_.traffic();
  start_ = std::chrono::steady_clock::now();
}

void RankTimes::look_for_slow_rank(const std::vector<double>& work, Reporter& reporter) {
  slow_passes_.resize(work.size());
  const double middle = middle_of(work);
  for (std::size_t r = 0; r < work.size(); ++r) {
    const bool is_slow = work[r] > least_seconds && work[r] > times_as_long * middle;
    slow_passes_[r] = is_slow ? slow_passes_[r] + 1 : 0;
    if (slow_passes_[r] < passes_in_a_row || has_warned_) continue;
    has_warned_ = true;
    reporter.on_warning(
        fmt::format("rank {} takes {:.1f} times as long as the others for its part ({:.2f} s a "
                    "pass, they {:.2f} "
                    "s): all wait for it",
                    r, work[r] / middle, work[r], middle));
  }
}

void RankTimes::say_totals(int passes, Reporter& reporter) const {
  if (peers_.is_alone() || passes == 0) return;
  const double all = work_ + waited_;
  reporter.on_note(
      fmt::format("{} ranks sent {:.3g} MB, {:.3g} MB a pass, and waited {:.0f} % of the time",
                  peers_.size(), static_cast<double>(sent_) / 1e6,
                  static_cast<double>(sent_) / 1e6 / passes, all > 0 ? 100 * waited_ / all : 0));
}

}  // namespace clade::detail

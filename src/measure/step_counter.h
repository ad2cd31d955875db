// Work of many runs: tells what is done and how long the rest will take, from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string_view>

#include "clade/reporter.h"

namespace clade::detail {

class StepCounter {
 public:
  // `passes`: each step is done so many times before it counts as one.
  StepCounter(std::size_t total, Reporter& reporter, std::size_t passes = 1)
      : total_(total * passes), passes_(passes), reporter_(reporter) {}

  // Runs that need not be made.
  void found(std::size_t count) { found_ += count; }

  void done(std::string_view what, std::size_t count = 1) {
    const std::lock_guard lock(mutex_);
    done_ += count;
    const double passed =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double left =
        passed / static_cast<double>(done_) * static_cast<double>(total_ - found_ - done_);
    reporter_.on_step({(found_ + done_) / passes_, total_ / passes_, passed, left, what});
  }

 private:
  std::size_t total_, passes_, found_ = 0, done_ = 0;
  Reporter& reporter_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

}  // namespace clade::detail

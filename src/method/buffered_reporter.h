// The reporter of work that runs beside other work, on any thread.
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "clade/reporter.h"

namespace clade::detail {

// Says nothing while it works, and keeps the warnings. Whether to stop is asked on the thread that
// made it only, and what is left of the time is not known on others.
class BufferedReporter : public Reporter {
 public:
  explicit BufferedReporter(const Reporter& outer) : outer_(outer) {}

  void on_warning(std::string_view message) override {
    const std::lock_guard lock(mutex_);
    warnings_.emplace(message);
  }
  bool stop_requested() const override {
    if (!stop_ && std::this_thread::get_id() == owner_ && outer_.stop_requested()) {
      wants_partial_ = outer_.wants_partial_result();
      stop_ = true;
    }
    return stop_;
  }
  bool wants_partial_result() const override { return wants_partial_; }
  // After the work: every warning once.
  void pass_on_warnings(Reporter& to) const {
    for (const std::string& warning : warnings_) to.on_warning(warning);
  }

 private:
  const Reporter& outer_;
  std::thread::id owner_ = std::this_thread::get_id();
  mutable std::atomic<bool> stop_ = false, wants_partial_ = false;
  std::mutex mutex_;
  std::set<std::string> warnings_;
};

}  // namespace clade::detail

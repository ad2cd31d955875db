#include "serve/background.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <thread>

namespace clade::detail::serve {

namespace {

// Not SCHED_IDLE: on a machine that is busy for long that would not get on at all.
void take_low_priority() {
  constexpr int lowest = 19;
  ::setpriority(PRIO_PROCESS, 0, lowest);  // 0: this thread
}

}  // namespace

void in_background(const std::function<void()>& work) {
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      take_low_priority();
      work();
    } catch (...) {
      failure = std::current_exception();
    }
  });
  thread.join();
  if (failure) std::rethrow_exception(failure);
}

unsigned background_threads() { return std::max(1U, std::thread::hardware_concurrency() / 2); }

}  // namespace clade::detail::serve

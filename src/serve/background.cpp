#include "serve/background.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>
#include <thread>

namespace clade::detail::serve {

namespace {

// Of this thread. Not SCHED_IDLE: on a machine that is busy for long that would not get on at all.
void take_niceness(int value) { ::setpriority(PRIO_PROCESS, 0, value); }

}  // namespace

void step_back() {
  constexpr int tenth_of_the_time = 10;  // of a core that others want whole
  take_niceness(tenth_of_the_time);
}

void in_background(const std::function<void()>& work) {
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      constexpr int lowest = 19;
      take_niceness(lowest);
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

#include "serve/background.h"

#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace clade::detail::serve {

// Both may be refused: then it runs as others do.
void take_low_priority() {
  const sched_param none{};
  if (::sched_setscheduler(0, SCHED_IDLE, &none) == 0) return;
  constexpr int lowest = 19;
  ::setpriority(PRIO_PROCESS, 0, lowest);  // 0: this thread
}

unsigned background_threads() { return std::max(1U, std::thread::hardware_concurrency() / 2); }

}  // namespace clade::detail::serve

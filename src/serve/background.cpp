#include "serve/background.h"

#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace clade::detail::serve {

// A tenth of a core that others want whole. With less, as by SCHED_IDLE or the lowest priority, an
// update would hardly get on where the machine is busy for long.
void step_back() {
  constexpr int niceness = 10;
  ::setpriority(PRIO_PROCESS, 0, niceness);  // 0: this thread
}

unsigned background_threads() { return std::max(1U, std::thread::hardware_concurrency() / 2); }

}  // namespace clade::detail::serve

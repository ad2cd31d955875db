// The times of repeated runs, as every benchmark reports them.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace clade::detail::bench {

inline constexpr int timed_runs = 5;

struct Series {
  std::string name;
  std::vector<double> seconds;
  std::vector<double> objectives;  // by run; empty where nothing is trained

  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

inline double seconds_of(clockid_t clock) {
  std::timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
inline double thread_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

inline double seconds_by(clockid_t clock, const std::function<void()>& work) {
  const double start = seconds_of(clock);
  work();
  return seconds_of(clock) - start;
}

// CPU time of this process, the kernel's share included.
inline double cpu_seconds_of(const std::function<void()>& work) {
  return seconds_by(CLOCK_PROCESS_CPUTIME_ID, work);
}

// CPU time of the calling thread, the kernel's share included.
inline double thread_seconds_of(const std::function<void()>& work) {
  return seconds_by(CLOCK_THREAD_CPUTIME_ID, work);
}

inline void check(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("wrong answer: " + what);
}

// The first series is the peer's: ratios say how often it takes the time of the others.
inline void print_table(const std::vector<Series>& all, double megabytes) {
  fmt::print("{:<40} {:>9} {:>8} {:>7}\n", "CPU time, median", "seconds", "MB/s", "ratio");
  for (const Series& series : all) {
    fmt::print("{:<40} {:>9.3f} {:>8.1f} {:>6.1f}x\n", series.name, series.median(),
               megabytes / series.median(), all.front().median() / series.median());
  }
}

// The columns of every benchmark; there is no objective where nothing is trained.
inline void print_rows(const std::vector<Series>& all) {
  fmt::print("\nname,run,seconds,objective\n");
  for (const Series& series : all) {
    for (std::size_t run = 0; run < series.seconds.size(); ++run) {
      fmt::print("{},{},{:.6f},{}\n", series.name, run + 1, series.seconds[run],
                 series.objectives.empty() ? "" : fmt::format("{:.9g}", series.objectives[run]));
    }
  }
}

}  // namespace clade::detail::bench

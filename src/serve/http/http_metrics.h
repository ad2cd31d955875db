// What is counted about requests, for GET /metrics.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clade::detail::serve {

inline constexpr std::array latency_bounds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                           0.01,   0.025,   0.05,   0.1,   0.25,   0.5,
                                           1.0,    2.5,     5.0,    10.0,  30.0};

struct RouteCounts {
  std::map<std::pair<std::string, int>, std::uint64_t> requests;  // by method and status
  std::array<std::uint64_t, latency_bounds.size() + 1> latencies{};
  double seconds = 0;

  void add(const RouteCounts& other);
};
using CountsByRoute = std::map<std::string, RouteCounts, std::less<>>;

// Written by one thread; read when somebody asks.
class ThreadMetrics {
 public:
  void count(std::string_view route, std::string_view method, int status, double seconds);
  void add_to(CountsByRoute& all) const;

 private:
  mutable std::mutex mutex_;
  CountsByRoute routes_;
};

// Of all threads together.
struct ConnectionCounts {
  std::atomic<std::int64_t> open = 0;
  std::atomic<std::uint64_t> accepted = 0, refused = 0, timed_out = 0, unfinished = 0;
  std::atomic<std::uint64_t> received_bytes = 0, sent_bytes = 0;
};

// As Prometheus reads it.
std::string metrics_text(const CountsByRoute& routes, const ConnectionCounts& connections);

}  // namespace clade::detail::serve

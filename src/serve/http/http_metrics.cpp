#include "serve/http/http_metrics.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/memory.h"

namespace clade::detail::serve {

namespace {

void describe(std::string& out, std::string_view name, std::string_view type,
              std::string_view help) {
  out += fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
}

void put(std::string& out, std::string_view name, std::string_view type, std::string_view help,
         double value) {
  describe(out, name, type, help);
  out += fmt::format("{} {}\n", name, value);
}

void put_latencies(std::string& out, std::string_view route, const RouteCounts& counts) {
  constexpr std::string_view name = "clade_http_request_seconds";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < latency_bounds.size(); ++i) {
    sum += counts.latencies[i];
    out += fmt::format("{}_bucket{{route=\"{}\",le=\"{}\"}} {}\n", name, route, latency_bounds[i],
                       sum);
  }
  sum += counts.latencies.back();
  out += fmt::format("{}_bucket{{route=\"{}\",le=\"+Inf\"}} {}\n", name, route, sum);
  out += fmt::format("{0}_sum{{route=\"{1}\"}} {2}\n{0}_count{{route=\"{1}\"}} {3}\n", name, route,
                     counts.seconds, sum);
}

}  // namespace

void RouteCounts::add(const RouteCounts& other) {
  for (const auto& [key, count] : other.requests) requests[key] += count;
  for (std::size_t i = 0; i < latencies.size(); ++i) latencies[i] += other.latencies[i];
  seconds += other.seconds;
}

void ThreadMetrics::count(std::string_view route, std::string_view method, int status,
                          double seconds) {
  const std::lock_guard lock(mutex_);
  auto found = routes_.find(route);
  if (found == routes_.end()) found = routes_.try_emplace(std::string(route)).first;
  RouteCounts& counts = found->second;
  ++counts.requests[{std::string(method), status}];
  const auto bound = std::lower_bound(latency_bounds.begin(), latency_bounds.end(), seconds);
  ++counts.latencies[static_cast<std::size_t>(bound - latency_bounds.begin())];
  counts.seconds += seconds;
}

void ThreadMetrics::add_to(CountsByRoute& all) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [route, counts] : routes_) all[route].add(counts);
}

std::string metrics_text(const CountsByRoute& routes, const ConnectionCounts& connections) {
  std::string out;
  describe(out, "clade_http_requests_total", "counter", "Requests that were answered.");
  for (const auto& [route, counts] : routes) {
    for (const auto& [key, count] : counts.requests) {
      out +=
          fmt::format("clade_http_requests_total{{route=\"{}\",method=\"{}\",status=\"{}\"}} {}\n",
                      route, key.first, key.second, count);
    }
  }
  describe(out, "clade_http_request_seconds", "histogram",
           "From the first byte of a request to the last of its answer.");
  for (const auto& [route, counts] : routes) put_latencies(out, route, counts);
  const auto value = [](const auto& counter) {
    return static_cast<double>(counter.load(std::memory_order_relaxed));
  };
  put(out, "clade_http_connections", "gauge", "Connections that are open.",
      value(connections.open));
  put(out, "clade_http_connections_total", "counter", "Connections that were accepted.",
      value(connections.accepted));
  put(out, "clade_http_connections_refused_total", "counter",
      "Connections beyond the greatest number.", value(connections.refused));
  put(out, "clade_http_timeouts_total", "counter", "Connections ended because a client was slow.",
      value(connections.timed_out));
  put(out, "clade_http_unfinished_answers_total", "counter",
      "Answers that could not be sent whole.", value(connections.unfinished));
  put(out, "clade_http_received_bytes_total", "counter", "Bytes from clients.",
      value(connections.received_bytes));
  put(out, "clade_http_sent_bytes_total", "counter", "Bytes to clients.",
      value(connections.sent_bytes));
  put(out, "process_resident_memory_bytes", "gauge", "Memory of the process.",
      static_cast<double>(own_memory()));
  return out;
}

}  // namespace clade::detail::serve

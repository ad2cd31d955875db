// A thread that serves its share of the connections. What belongs to a connection is touched by its
// thread alone.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unordered_set>

#include "serve/http/http_metrics.h"
#include "serve/http/tokens.h"

namespace clade::detail::serve {

class Connection;

class IoThread {
 public:
  using Clock = std::chrono::steady_clock;

  explicit IoThread(std::function<void(std::string_view)> notice);
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  boost::asio::io_context& context() { return context_; }
  void start();
  // Ends the loop; what waits in it is dropped with the object.
  void stop();

  // How many connections are or will soon be here; for any thread.
  std::size_t load() const { return load_.load(std::memory_order_relaxed); }
  void expect_connection() { load_.fetch_add(1, std::memory_order_relaxed); }
  void forget_connection() { load_.fetch_sub(1, std::memory_order_relaxed); }

  // The rest is for this thread.
  void add(Connection* connection);
  void remove(Connection* connection);
  const std::unordered_set<Connection*>& connections() const { return connections_; }
  // For the field Date.
  const std::string& date();

  std::unique_ptr<TokenFinder> tokens;  // null: nobody is asked
  ThreadMetrics metrics;                // readable from any thread

 private:
  void run();
  void tick();

  std::function<void(std::string_view)> notice_;
  std::unordered_set<Connection*> connections_;  // outlives what waits in the context
  boost::asio::io_context context_{1};
  boost::asio::steady_timer ticker_{context_};
  bool is_ticking_ = false;
  std::atomic<std::size_t> load_ = 0;
  std::string date_;
  std::time_t date_of_ = 0;
  std::thread thread_;
};

}  // namespace clade::detail::serve

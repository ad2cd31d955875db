#include "serve/http/io_thread.h"

#include <fmt/chrono.h>

#include <exception>
#include <utility>
#include <vector>

#include "serve/http/connection.h"

namespace clade::detail::serve {

namespace {

// How late a time limit may be noticed.
constexpr std::chrono::milliseconds tick_length(50);

}  // namespace

IoThread::IoThread(std::function<void(std::string_view)> notice) : notice_(std::move(notice)) {}

IoThread::~IoThread() { stop(); }

void IoThread::start() {
  thread_ = std::thread([this] { run(); });
}

void IoThread::stop() {
  context_.stop();
  if (thread_.joinable()) thread_.join();
}

void IoThread::run() {
  const auto forever = boost::asio::make_work_guard(context_);
  while (!context_.stopped()) {
    try {
      context_.run();
    } catch (const std::exception& error) {
      notice_(std::string("internal error in a connection: ") + error.what());
    }
  }
}

void IoThread::add(Connection* connection) {
  connections_.insert(connection);
  if (!std::exchange(is_ticking_, true)) tick();
}

void IoThread::remove(Connection* connection) { connections_.erase(connection); }

// One timer for all connections: theirs change with every request, and need no precision.
void IoThread::tick() {
  const Clock::time_point now = Clock::now();
  // A copy: those whose time is up leave the set.
  std::vector<Connection*> late;
  for (Connection* connection : connections_) {
    if (connection->is_late(now)) late.push_back(connection);
  }
  for (Connection* connection : late) {
    // An earlier one cannot have ended a later one.
    connection->time_is_up();
  }
  is_ticking_ = !connections_.empty();
  if (!is_ticking_) return;
  ticker_.expires_after(tick_length);
  ticker_.async_wait([this](const boost::system::error_code& problem) {
    if (!problem) tick();
  });
}

const std::string& IoThread::date() {
  const std::time_t now = std::time(nullptr);
  if (now != date_of_) {
    date_of_ = now;
    date_ = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
  }
  return date_;
}

}  // namespace clade::detail::serve

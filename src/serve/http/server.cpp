#include "serve/http/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <latch>
#include <thread>
#include <utility>

#include "base/fail.h"
#include "serve/http/listener.h"
#include "serve/http/session.h"
#include "serve/http/tls.h"

namespace clade::detail::serve {

namespace {

namespace net = boost::asio;
using Clock = std::chrono::steady_clock;

unsigned thread_count(unsigned wanted) {
  return wanted > 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

// As many connections as are allowed need as many descriptors.
void raise_descriptor_limit(const HttpOptions& options) {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t needed = options.max_connections + 512;
  if (limit.rlim_cur >= needed) return;
  limit.rlim_cur = std::min<rlim_t>(needed, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < needed) {
    options.notice("the system allows " + std::to_string(limit.rlim_cur) +
                   " open files: there may be fewer connections than `max_connections`");
  }
}

}  // namespace

void check_options(const HttpOptions& options) {
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    fail(ErrorKind::usage, "`tls_certificate` and `tls_key` need each other");
  }
  if (!address_of(options.listen).is_loopback() && options.token_file.empty()) {
    fail(ErrorKind::usage,
         "`listen` with another address than those of this machine alone (127.0.0.1, ::1) needs "
         "`token_file`, which says who may use the service");
  }
  if (options.log_texts && options.access_log.empty()) {
    fail(ErrorKind::usage, "`log_texts` needs `access_log`");
  }
  static_cast<void>(Names(options.listen, options.port, false, options.hosts, options.cors));
  if (!options.token_file.empty()) static_cast<void>(read_tokens(options.token_file));
  if (!options.tls_key.empty()) make_tls(options.tls_certificate, options.tls_key);
}

std::string Front::metrics() const {
  CountsByRoute routes;
  for (const auto& thread : threads) thread->metrics.add_to(routes);
  std::string text = metrics_text(routes, counts);
  if (log) {
    text +=
        "# HELP clade_access_log_lines_left_out_total Lines that the disk could not take.\n"
        "# TYPE clade_access_log_lines_left_out_total counter\n"
        "clade_access_log_lines_left_out_total " +
        std::to_string(log->left_out()) + "\n";
  }
  return text + service.metrics();
}

struct Server::State {
  State(std::unique_ptr<Service> given, const HttpOptions& options)
      : service(std::move(given)),
        front{.options = options,
              .service = *service,
              .names = Names(options.listen, options.port, false, {}, {}),
              .page = served_page(),
              .rate = RateLimit(options.rate),
              .counts = {},
              .log = options.access_log.empty() ? nullptr
                                                : std::make_unique<AccessLog>(options.access_log),
              .workers = net::thread_pool(std::max(2U, thread_count(options.threads))),
              .threads = make_threads(options)},
        listener(*front.threads.front(), options.listen, options.port) {
    front.names =
        Names(options.listen, listener.endpoint().port(), has_tls(), options.hosts, options.cors);
  }

  static std::vector<std::unique_ptr<IoThread>> make_threads(const HttpOptions& options) {
    std::vector<std::unique_ptr<IoThread>> made;
    for (unsigned i = 0; i < thread_count(options.threads); ++i) {
      made.push_back(std::make_unique<IoThread>(options.notice));
    }
    return made;
  }

  bool has_tls() const { return !front.options.tls_key.empty(); }
  IoThread& listening() { return *front.threads.front(); }

  void start() {
    give_tokens();
    const Listener::Tls tls = read_tls();
    for (const auto& thread : front.threads) thread->start();
    listener.start(front, tls);
  }

  Listener::Tls read_tls() const {
    if (!has_tls()) return nullptr;
    return make_tls(front.options.tls_certificate, front.options.tls_key);
  }

  // Before the threads start.
  void give_tokens() {
    if (front.options.token_file.empty()) return;
    const std::vector<TokenEntry> entries = read_tokens(front.options.token_file);
    for (const auto& thread : front.threads) {
      thread->tokens = std::make_unique<TokenFinder>(entries);
    }
  }

  void replace_tokens() {
    if (front.options.token_file.empty()) return;
    const std::vector<TokenEntry> entries = read_tokens(front.options.token_file);
    in_each_thread(
        [&](IoThread& thread) { thread.tokens = std::make_unique<TokenFinder>(entries); });
  }

  void replace_certificate() {
    if (!has_tls()) return;
    net::post(listening().context(), [this, tls = read_tls()] { listener.use(tls); });
  }

  // Calls in every thread, and waits for all of them.
  template <class Call>
  void in_each_thread(Call call) {
    const auto done =
        std::make_shared<std::latch>(static_cast<std::ptrdiff_t>(front.threads.size()));
    for (const auto& thread : front.threads) {
      net::post(thread->context(), [&call, done, home = thread.get()] {
        call(*home);
        done->count_down();
      });
    }
    done->wait();
  }

  template <class Call>
  void for_each_connection(Call call) {
    in_each_thread([&](IoThread& thread) {
      const std::vector<Connection*> all(thread.connections().begin(), thread.connections().end());
      for (Connection* connection : all) call(*connection);
    });
  }

  void wait_for_connections(Clock::time_point end) const {
    while (front.counts.open > 0 && Clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  void stop(double seconds) {
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
    front.ending = true;
    in_each_thread([&](IoThread& thread) {
      if (&thread == &listening()) listener.close();
    });
    for_each_connection([](Connection& connection) { connection.wind_down(); });
    wait_for_connections(end);
    const std::chrono::duration<double> left = end - Clock::now();
    service->drain(std::max(0.0, left.count()));
    end_threads();
  }

  // The service goes before the threads' loops, to which its late replies would be sent.
  void end_threads() {
    for_each_connection([](Connection& connection) { connection.close(); });
    front.workers.stop();
    front.workers.join();
    service.reset();
    for (const auto& thread : front.threads) thread->stop();
    front.log.reset();  // after its last line
  }

  std::unique_ptr<Service> service;
  Front front;
  Listener listener;
};

Server::Server(std::unique_ptr<Service> service, HttpOptions options) {
  check_options(options);
  raise_descriptor_limit(options);
  state_ = std::make_unique<State>(std::move(service), options);
  state_->start();
}

Server::~Server() {
  if (state_ && state_->service) stop(0);
}

std::uint16_t Server::port() const { return state_->listener.endpoint().port(); }

std::string Server::url() const {
  const std::string address = in_url(state_->front.options.listen);
  return (state_->has_tls() ? "https://" : "http://") + address + ":" + std::to_string(port()) +
         "/";
}

void Server::look_for_new_files() { state_->service->look_for_new_files(); }

void Server::reload() {
  const auto attempt = [&](auto call) {
    try {
      call();
    } catch (const std::exception& error) {
      state_->front.options.notice(error.what());
    }
  };
  attempt([&] { state_->replace_tokens(); });
  attempt([&] { state_->replace_certificate(); });
  if (state_->front.log) state_->front.log->reopen();
  look_for_new_files();
}

void Server::stop(double seconds) {
  if (state_->service) state_->stop(seconds);
}

}  // namespace clade::detail::serve

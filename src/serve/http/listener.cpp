#include "serve/http/listener.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <cstring>
#include <exception>

#include "base/fail.h"
#include "base/text.h"
#include "serve/http/session.h"

namespace clade::detail::serve {

namespace {

namespace net = boost::asio;
using Problem = boost::system::error_code;

constexpr int waiting_connections = 1024;
// Beyond the greatest number so many are told so; the others are closed without a word.
constexpr std::int64_t most_surplus = 256;

net::ip::address plain(const net::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return net::ip::make_address_v4(net::ip::v4_mapped, address.to_v6());
}

// Who has an address of IPv6 has 2^64 of them.
ClientKey key_of(const net::ip::address& address) {
  ClientKey key{};
  if (address.is_v4()) {
    key[1] = address.to_v4().to_uint() + (std::uint64_t{1} << 32U);
  } else {
    const auto bytes = address.to_v6().to_bytes();
    std::memcpy(key.data(), bytes.data(), sizeof(key[0]));
    key[1] = 1;
  }
  return key;
}

void expect(const Problem& problem, const std::string& address, std::uint16_t port) {
  if (!problem) return;
  fail(ErrorKind::environment, "{}:{}: cannot listen there: {}", in_url(address), port,
       problem.message());
}

}  // namespace

net::ip::address address_of(const std::string& text) {
  Problem problem;
  const net::ip::address address = net::ip::make_address(text, problem);
  if (!problem) return address;
  fail_parameter("listen", "expected an IP address such as 127.0.0.1 or ::1, got {}", quoted(text));
}

Listener::Listener(IoThread& home, const std::string& address, std::uint16_t port)
    : home_(home), acceptor_(home.context()), pause_(home.context()) {
  const net::ip::tcp::endpoint wanted(address_of(address), port);
  Problem problem;
  acceptor_.open(wanted.protocol(), problem);
  expect(problem, address, port);
  acceptor_.set_option(net::ip::tcp::acceptor::reuse_address(true), problem);
  acceptor_.bind(wanted, problem);
  expect(problem, address, port);
  acceptor_.listen(waiting_connections, problem);
  expect(problem, address, port);
  endpoint_ = acceptor_.local_endpoint();
}

void Listener::start(Front& front, Tls tls) {
  front_ = &front;
  tls_ = std::move(tls);
  net::post(home_.context(), [this] { accept(); });
}

void Listener::close() {
  Problem ignored;
  acceptor_.close(ignored);
  pause_.cancel();
}

void Listener::accept() {
  if (!acceptor_.is_open()) return;
  IoThread& thread =
      **std::min_element(front_->threads.begin(), front_->threads.end(),
                         [](const auto& a, const auto& b) { return a->load() < b->load(); });
  acceptor_.async_accept(thread.context(), client_,
                         [this, &thread](const Problem& problem, net::ip::tcp::socket socket) {
                           if (!acceptor_.is_open()) return;
                           if (!problem) {
                             try {
                               take(std::move(socket), thread, client_);
                             } catch (const std::exception&) {
                               // no memory for this one; the next may find some
                             }
                             return accept();
                           }
                           // No descriptors or no memory: some will be given back.
                           pause_.expires_after(std::chrono::milliseconds(50));
                           pause_.async_wait([this](const Problem&) { accept(); });
                         });
}

void Listener::take(net::ip::tcp::socket socket, IoThread& thread,
                    const net::ip::tcp::endpoint& client) {
  ConnectionCounts& counts = front_->counts;
  counts.accepted.fetch_add(1, std::memory_order_relaxed);
  const auto most = static_cast<std::int64_t>(front_->options.max_connections);
  const bool is_surplus = counts.open >= most;
  if (is_surplus) counts.refused.fetch_add(1, std::memory_order_relaxed);
  if (counts.open >= most + most_surplus) return;
  Problem problem;
  const auto local = socket.local_endpoint(problem);
  if (problem) return;  // gone again
  const net::ip::address address = plain(client.address());
  Peer peer{address.to_string(), plain(local.address()).to_string(), key_of(address)};
  auto session = std::make_shared<Session>(*front_, thread, std::move(socket), tls_,
                                           std::move(peer), is_surplus);
  net::post(thread.context(),
            [session = std::move(session), seconds = front_->options.header_seconds] {
              session->start(seconds);
            });
}

}  // namespace clade::detail::serve

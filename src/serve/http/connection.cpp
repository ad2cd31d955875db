#include "serve/http/connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <cstring>
#include <utility>

namespace clade::detail::serve {

namespace {

namespace net = boost::asio;
using Problem = boost::system::error_code;

constexpr std::size_t least_buffer = 4096;  // of an idle connection
constexpr std::size_t piece_bytes = std::size_t{64} << 10;
constexpr double linger_seconds = 2;
constexpr std::size_t most_thrown_away = std::size_t{4} << 20;

std::chrono::steady_clock::duration duration(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

template <class Call>
void Connection::guarded(Call call) noexcept {
  try {
    call();
  } catch (...) {  // no memory: this connection ends, the others go on
    close();
  }
}

Connection::Connection(IoThread& home, Socket socket, ConnectionCounts& counts,
                       const std::shared_ptr<net::ssl::context>& tls)
    : home_(home), counts_(counts), socket_(std::move(socket)), context_(tls) {
  if (tls) tls_ = std::make_unique<Tls>(socket_, *tls);
  counts_.open.fetch_add(1, std::memory_order_relaxed);
  home_.expect_connection();
}

Connection::~Connection() {
  if (!closed_) home_.remove(this);  // the whole thread ends
  counts_.open.fetch_sub(1, std::memory_order_relaxed);
  home_.forget_connection();
}

void Connection::start(double handshake_seconds) {
  home_.add(this);
  guarded([&] {
    Problem ignored;
    socket_.set_option(net::ip::tcp::no_delay(true), ignored);
    socket_.non_blocking(true, ignored);
    if (!tls_) return on_ready();
    shaking_hands_ = true;
    allow(handshake_seconds);
    tls_->async_handshake(net::ssl::stream_base::server,
                          [this, self = shared_from_this()](const Problem& problem) {
                            guarded([&] { after_handshake(problem); });
                          });
  });
}

void Connection::after_handshake(const Problem& problem) {
  shaking_hands_ = false;
  if (closed_) return;
  if (problem) return close();
  on_ready();
}

void Connection::time_is_up() {
  guarded([&] {
    if (const auto self = std::exchange(resting_, nullptr)) return on_rested();
    counts_.timed_out.fetch_add(lingering_ ? 0 : 1, std::memory_order_relaxed);
    if (shaking_hands_ || lingering_) return close();
    allow(linger_seconds);  // should on_late() not say otherwise
    on_late();
  });
}

void Connection::close() noexcept {
  if (std::exchange(closed_, true)) return;
  const auto self = std::exchange(resting_, nullptr);  // until the end of this call
  Problem ignored;
  socket_.close(ignored);
  deadline_ = Clock::time_point::max();
  home_.remove(this);
  try {
    on_closed();
  } catch (...) {
    // only counts are lost
  }
}

void Connection::allow(double seconds) {
  piece_seconds_ = 0;
  deadline_ = Clock::now() + duration(seconds);
}

void Connection::allow_each_piece(double seconds) {
  allow(seconds);
  piece_seconds_ = seconds;
  piece_ = 0;
}

void Connection::made_progress(std::size_t bytes) {
  if (piece_seconds_ == 0) return;
  piece_ += bytes;
  if (piece_ < piece_bytes) return;
  piece_ = 0;
  deadline_ = Clock::now() + duration(piece_seconds_);
}

// At least one byte is free then. A buffer that is much too large is given back.
void Connection::make_room(std::size_t room) {
  const std::size_t kept = end_ - begin_;
  room = std::max({room, kept + 1, least_buffer});
  if (capacity_ < room || capacity_ > 4 * room) {
    std::unique_ptr<char[]> next(new char[room]);  // without zeros
    if (kept > 0) std::memcpy(next.get(), buffer_.get() + begin_, kept);
    buffer_ = std::move(next);
    capacity_ = room;
  } else if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
  }
  begin_ = 0;
  end_ = kept;
}

void Connection::receive(std::size_t room) {
  if (receiving_ || closed_) return;
  make_room(room);
  receiving_ = true;
  const net::mutable_buffer space(buffer_.get() + end_, capacity_ - end_);
  auto handler = [this, self = shared_from_this()](const Problem& problem, std::size_t bytes) {
    guarded([&] { after_read(problem, bytes); });
  };
  if (tls_) {
    tls_->async_read_some(space, std::move(handler));
  } else {
    socket_.async_read_some(space, std::move(handler));
  }
}

void Connection::after_read(const Problem& problem, std::size_t bytes) {
  receiving_ = false;
  if (closed_) return;
  counts_.received_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (lingering_) {
    thrown_away_ += bytes;
    if (problem || thrown_away_ > most_thrown_away) return close();
    return linger();
  }
  end_ += bytes;
  made_progress(bytes);
  if (!problem) return on_input();
  // A client of TLS that goes without a word may have been cut off, which a header or a length
  // shows.
  const bool is_end = problem == net::error::eof || problem == net::ssl::error::stream_truncated;
  if (is_end) return on_end();
  close();
}

bool Connection::send(std::string head, std::string body) {
  head_ = std::move(head);
  body_ = std::move(body);
  if (tls_) head_ += std::exchange(body_, {});  // TLS takes one buffer at a time
  sent_ = 0;
  return send_rest();
}

bool Connection::send_rest() {
  while (!closed_) {
    const std::size_t head_sent = std::min(sent_, head_.size());
    const std::size_t body_sent = sent_ - head_sent;
    if (head_sent == head_.size() && body_sent == body_.size()) {
      body_ = {};
      return true;
    }
    const std::array<net::const_buffer, 2> rest{
        net::const_buffer(head_.data() + head_sent, head_.size() - head_sent),
        net::const_buffer(body_.data() + body_sent, body_.size() - body_sent)};
    auto handler = [this, self = shared_from_this()](const Problem& problem, std::size_t bytes) {
      guarded([&] { after_write(problem, bytes); });
    };
    if (tls_) {
      sending_ = true;
      tls_->async_write_some(rest, std::move(handler));
      return false;
    }
    Problem problem;
    const std::size_t bytes = socket_.write_some(rest, problem);  // does not block
    if (problem == net::error::would_block) {
      sending_ = true;
      socket_.async_write_some(rest, std::move(handler));
      return false;
    }
    if (problem) {
      close();
      return false;
    }
    sent_ += bytes;
    sent_total_ += bytes;
    counts_.sent_bytes.fetch_add(bytes, std::memory_order_relaxed);
    made_progress(bytes);
  }
  return false;
}

void Connection::after_write(const Problem& problem, std::size_t bytes) {
  sending_ = false;
  if (closed_) return;
  if (problem) return close();
  sent_ += bytes;
  sent_total_ += bytes;
  counts_.sent_bytes.fetch_add(bytes, std::memory_order_relaxed);
  made_progress(bytes);
  if (send_rest()) on_sent();
}

// Closing at once while bytes of the client are unread would make its system drop what it has not
// read yet of the answer.
void Connection::close_gently() {
  if (closed_ || std::exchange(lingering_, true)) return;
  allow(linger_seconds);
  if (tls_ && !receiving_) {
    tls_->async_shutdown([this, self = shared_from_this()](const Problem&) {
      guarded([&] {
        if (!closed_) linger();
      });
    });
    return;
  }
  linger();
}

// Throws away what comes until the client has closed, too.
void Connection::linger() {
  Problem problem;
  if (thrown_away_ == 0) socket_.shutdown(Socket::shutdown_send, problem);
  if (problem) return close();
  if (receiving_) return;
  begin_ = end_ = 0;
  make_room(least_buffer);
  receiving_ = true;
  socket_.async_read_some(
      net::mutable_buffer(buffer_.get(), capacity_),
      [this, self = shared_from_this()](const Problem& failed, std::size_t bytes) {
        guarded([&] { after_read(failed, bytes); });
      });
}

}  // namespace clade::detail::serve

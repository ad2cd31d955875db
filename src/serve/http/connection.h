// A connection without HTTP: bytes come in and go out, within limits of memory and time.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "serve/http/io_thread.h"

namespace clade::detail::serve {

// All calls are made on the thread of the connection, and so are those of the hooks on_...().
// Whoever waits for something holds a reference; a connection for which nothing is waited for, and
// that no reply is due to, ends.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Clock = IoThread::Clock;
  using Socket = boost::asio::ip::tcp::socket;
  using Tls = boost::asio::ssl::stream<Socket&>;

  // `home` lives as long as any connection. `tls` may be null.
  Connection(IoThread& home, Socket socket, ConnectionCounts& counts,
             const std::shared_ptr<boost::asio::ssl::context>& tls);
  virtual ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start(double handshake_seconds);
  bool is_late(Clock::time_point now) const { return now >= deadline_; }
  void time_is_up();
  // The service ends: what was begun is finished, then the connection closes.
  virtual void wind_down() = 0;
  void close() noexcept;

 protected:
  virtual void on_ready() = 0;
  virtual void on_input() = 0;   // there is more of it
  virtual void on_end() = 0;     // the client sends nothing more
  virtual void on_sent() = 0;    // everything
  virtual void on_late() = 0;    // the time is up
  virtual void on_rested() = 0;  // after rest()
  virtual void on_closed() = 0;  // once, at the end

  IoThread& home() { return home_; }
  Socket& socket() { return socket_; }
  bool has_tls() const { return tls_ != nullptr; }
  bool is_closed() const { return closed_; }

  // Bytes that were received and not consumed.
  std::string_view input() const { return {buffer_.get() + begin_, end_ - begin_}; }
  void consume(std::size_t bytes) { begin_ += bytes; }
  // Waits for more. The buffer has room for `room` bytes in all, those not consumed included.
  void receive(std::size_t room);
  bool is_receiving() const { return receiving_; }

  // Whether `head` and then `body` went out whole at once; else on_sent() follows.
  bool send(std::string head, std::string body);
  bool is_sending() const { return sending_; }
  std::size_t sent_bytes() const { return sent_total_; }

  // From now on the client has so many seconds, in all or for each 64 KB.
  void allow(double seconds);
  void allow_each_piece(double seconds);
  void allow_forever() { deadline_ = Clock::time_point::max(); }
  // on_rested() follows after so many seconds, unless the connection closes.
  void rest(double seconds) {
    allow(seconds);
    resting_ = shared_from_this();
  }

  // Closes so that the client gets what was sent even if it goes on sending.
  void close_gently();

 private:
  void make_room(std::size_t room);
  void after_handshake(const boost::system::error_code& problem);
  void after_read(const boost::system::error_code& problem, std::size_t bytes);
  void after_write(const boost::system::error_code& problem, std::size_t bytes);
  // Whether all is out, or an operation was begun.
  bool send_rest();
  void made_progress(std::size_t bytes);
  void linger();
  template <class Call>
  void guarded(Call call) noexcept;

  IoThread& home_;
  ConnectionCounts& counts_;
  Socket socket_;
  std::unique_ptr<Tls> tls_;
  std::shared_ptr<boost::asio::ssl::context> context_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0, begin_ = 0, end_ = 0;
  std::string head_, body_;
  std::size_t sent_ = 0, sent_total_ = 0;
  Clock::time_point deadline_ = Clock::time_point::max();
  double piece_seconds_ = 0;  // 0: the limit is not for each piece
  std::size_t piece_ = 0;
  std::size_t thrown_away_ = 0;
  std::shared_ptr<Connection> resting_;  // itself, as nobody else waits for anything
  bool shaking_hands_ = false, receiving_ = false, sending_ = false, lingering_ = false,
       closed_ = false;
};

}  // namespace clade::detail::serve

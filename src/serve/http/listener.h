// The port of the service: takes connections and gives them to the thread that has the fewest.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <string>

#include "serve/http/front.h"

namespace clade::detail::serve {

// Error{usage} for what is no IP address.
boost::asio::ip::address address_of(const std::string& text);

class Listener {
 public:
  using Tls = std::shared_ptr<boost::asio::ssl::context>;

  // Error{environment} where the port cannot be had. `home` is the thread that listens.
  Listener(IoThread& home, const std::string& address, std::uint16_t port);

  boost::asio::ip::tcp::endpoint endpoint() const { return endpoint_; }
  void start(Front& front, Tls tls);

  // On the thread that listens.
  void use(Tls tls) { tls_ = std::move(tls); }
  void close();

 private:
  void accept();
  void take(boost::asio::ip::tcp::socket socket, IoThread& thread,
            const boost::asio::ip::tcp::endpoint& client);

  IoThread& home_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  boost::asio::ip::tcp::endpoint endpoint_, client_;
  Front* front_ = nullptr;
  Tls tls_;
};

}  // namespace clade::detail::serve

#include "tests/serve/http/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace clade::detail::serve {

RawClient::RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  timeval limit = {10, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    ::close(socket_);
    throw std::runtime_error("cannot connect");
  }
}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void RawClient::end_sending() { ::shutdown(socket_, SHUT_WR); }

void RawClient::vanish() {
  const linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(std::exchange(socket_, -1));
}

bool RawClient::fill(double seconds) {
  pollfd waited{socket_, POLLIN, 0};
  if (::poll(&waited, 1, static_cast<int>(seconds * 1000)) <= 0) return false;
  std::array<char, 65536> bytes;
  const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
  if (count <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  return true;
}

bool RawClient::is_closed_within(double seconds) {
  pollfd waited{socket_, POLLIN, 0};
  if (::poll(&waited, 1, static_cast<int>(seconds * 1000)) <= 0) return false;
  char byte = 0;
  return ::recv(socket_, &byte, 1, 0) <= 0;
}

std::string RawClient::some(double seconds) {
  if (buffer_.empty()) fill(seconds);
  return std::exchange(buffer_, {});
}

RawAnswer RawClient::receive(bool has_body) {
  RawAnswer answer;
  std::size_t end = 0;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill()) return answer;
  }
  std::string head = buffer_.substr(0, end + 2);
  buffer_.erase(0, end + 4);
  answer.status = std::stoi(head.substr(9, 3));
  for (std::size_t at = head.find("\r\n") + 2; at < head.size();) {
    const std::size_t next = head.find("\r\n", at), colon = head.find(": ", at);
    std::string name = head.substr(at, colon - at);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    answer.fields[name] = head.substr(colon + 2, next - colon - 2);
    at = next + 2;
  }
  answer.is_whole = true;
  if (!has_body || answer.status == 204 || answer.status == 100) return answer;
  if (answer.fields.contains("transfer-encoding")) {
    while (true) {
      while ((end = buffer_.find("\r\n")) == std::string::npos) {
        if (!fill()) return answer.is_whole = false, answer;
      }
      const std::size_t size = std::stoul(buffer_.substr(0, end), nullptr, 16);
      while (buffer_.size() < end + size + 4) {
        if (!fill()) return answer.is_whole = false, answer;
      }
      answer.body += buffer_.substr(end + 2, size);
      buffer_.erase(0, end + size + 4);
      if (size == 0) return answer;
    }
  }
  if (!answer.fields.contains("content-length")) {
    while (fill()) {
    }
    answer.body = std::exchange(buffer_, {});
    return answer;
  }
  const std::size_t size = std::stoul(answer.fields["content-length"]);
  while (buffer_.size() < size) {
    if (!fill()) return answer.is_whole = false, answer;
  }
  answer.body = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return answer;
}

}  // namespace clade::detail::serve

// A client that sends exactly the bytes of a test, right or wrong.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace clade::detail::serve {

struct RawAnswer {
  int status = 0;                             // 0: the connection ended without an answer
  std::map<std::string, std::string> fields;  // names in small letters
  std::string body;                           // without chunks
  bool is_whole = false;                      // it ended as its header says
};

// Nothing waits longer than ten seconds.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port);
  ~RawClient();
  RawClient(RawClient&& other) noexcept : socket_(other.socket_) { other.socket_ = -1; }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // False where the server has closed.
  bool send(std::string_view bytes);
  // Sends nothing more.
  void end_sending();
  // Goes without a word, as a program that is killed.
  void vanish();
  // `has_body` is false for answers to HEAD.
  RawAnswer receive(bool has_body = true);
  RawAnswer ask(std::string_view bytes) {
    send(bytes);
    return receive();
  }
  // Whether the server closes, within so many seconds.
  bool is_closed_within(double seconds);
  // Bytes that are there within so many seconds; as few as one.
  std::string some(double seconds);

 private:
  bool fill(double seconds = 10);

  int socket_ = -1;
  std::string buffer_;
};

}  // namespace clade::detail::serve

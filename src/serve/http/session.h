// HTTP/1.1 on one connection: a request is read, judged, handed to the service and answered, then
// the next one.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/connection.h"
#include "serve/http/front.h"
#include "serve/http/gate.h"
#include "serve/http/head_scanner.h"
#include "serve/http/line_feed.h"
#include "serve/http/request_parser.h"

namespace clade::detail::serve {

class Session final : public Connection {
 public:
  // `is_surplus`: there are too many connections; the answer is 503.
  Session(Front& front, IoThread& home, Socket socket,
          const std::shared_ptr<boost::asio::ssl::context>& tls, Peer peer, bool is_surplus);

  void wind_down() override;

 private:
  // What the session is about to do; it waits where it can do nothing.
  enum class Phase { head, body, work, rest, answer, discard, over };
  enum class Next { request, body, close };  // after an answer, or a part of one

  void on_ready() override;
  void on_input() override { pump(); }
  void on_sent() override;
  void on_end() override;
  void on_late() override;
  void on_rested() override;
  void on_closed() override;

  // Goes through the phases as far as possible without waiting.
  void pump();
  // Whether there is something to do at once.
  bool step();

  bool read_head();
  void begin_request(std::string_view head);
  bool read_body();
  bool ask_for_body();
  std::size_t body_room() const;
  bool discard_body();
  bool is_body_too_large() const;
  bool has_memory_for_body();

  void dispatch();
  void answer_own(OwnRoute route);
  void ask_service();
  void begin_lines();
  void answer_lines();
  void take_lines_answer(std::string text, bool failed);

  // Safe to call from any thread; `number` is that of the request.
  static void deliver_later(const std::shared_ptr<Session>& session, std::uint64_t number,
                            Response response);
  void deliver(std::uint64_t number, Response response);

  void refuse(const Verdict& verdict);
  void answer_later();
  void end_rest();
  void refuse_and_close(int status, std::string_view kind, std::string_view message);
  void prepare(Response response, std::string_view more = {});
  void prepare_part(std::string text, bool is_last);
  std::string further_fields() const;
  bool after_answer();
  void begin_next();
  void record();
  void release_body_memory();

  Front& front_;
  Peer peer_;
  bool is_surplus_;
  Phase phase_ = Phase::head;
  Next next_ = Next::request;
  bool is_pumping_ = false;

  // Of the request.
  HeadScanner scanner_;
  bool has_begun_ = false;
  std::uint64_t number_ = 0;
  Clock::time_point begun_at_;
  std::optional<RequestParser> parser_;
  Target target_;
  Verdict verdict_;
  std::string method_, path_, origin_, logged_body_, body_;
  bool keep_alive_ = true, is_http11_ = true, is_head_ = false, expects_continue_ = false;
  std::size_t counted_body_ = 0;  // of body_, in Front::body_bytes

  // Of the answer.
  std::string out_head_, out_body_;
  bool is_out_ready_ = false;
  bool is_resting_ = false;  // counted in Front::resting
  int status_ = 0;           // 0: none yet
  std::size_t sent_before_ = 0;
  std::unique_ptr<LineBatch> batch_;
  std::unique_ptr<LineFeed> lines_;
  bool has_answer_begun_ = false;
};

}  // namespace clade::detail::serve

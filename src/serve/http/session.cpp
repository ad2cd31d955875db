#include "serve/http/session.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>

namespace clade::detail::serve {

namespace {

constexpr std::size_t small_buffer = 4096;
constexpr std::size_t large_buffer = std::size_t{64} << 10;
// What a refused request may still send before the next one.
constexpr std::size_t most_discarded = std::size_t{64} << 10;
// Large bodies count towards Front::most_body_bytes.
constexpr std::size_t small_body = std::size_t{64} << 10;
// Requests of one connection that are answered before others have their turn.
constexpr int most_steps = 64;
constexpr double rest_seconds = 1;

}  // namespace

Session::Session(Front& front, IoThread& home, Socket socket,
                 const std::shared_ptr<boost::asio::ssl::context>& tls, Peer peer, bool is_surplus)
    : Connection(home, std::move(socket), front.counts, tls),
      front_(front),
      peer_(std::move(peer)),
      is_surplus_(is_surplus),
      begun_at_(Clock::now()) {}

void Session::on_ready() {
  if (is_surplus_) {
    refuse_and_close(503, "busy", "there are too many connections");
  }
  pump();
}

void Session::on_sent() {
  if (after_answer()) pump();
}

void Session::pump() {
  if (std::exchange(is_pumping_, true)) return;
  int steps = 0;
  bool goes_on = true;
  while (!is_closed() && goes_on && ++steps < most_steps) goes_on = step();
  is_pumping_ = false;
  if (!goes_on || is_closed()) return;
  boost::asio::post(home().context(), [self = shared_from_this(), this] { pump(); });
}

bool Session::step() {
  switch (phase_) {
    case Phase::head:
      return read_head();
    case Phase::body:
      return read_body();
    case Phase::discard:
      return discard_body();
    case Phase::answer:
      if (!std::exchange(is_out_ready_, false)) return false;
      allow_each_piece(front_.options.body_seconds);
      return send(std::move(out_head_), std::move(out_body_)) && after_answer();
    case Phase::work:
    case Phase::rest:
    case Phase::over:
      return false;
  }
  return false;
}

bool Session::read_head() {
  if (is_receiving()) return false;
  if (input().empty()) {
    if (front_.ending) {
      close_gently();
      return false;
    }
    if (!has_begun_) allow(front_.options.idle_seconds);
    receive(small_buffer);
    return false;
  }
  if (!std::exchange(has_begun_, true)) {
    begun_at_ = Clock::now();
    sent_before_ = sent_bytes();
    allow(front_.options.header_seconds);
  }
  const HeadScanner::Found found = scanner_.scan(input());
  const std::size_t most = front_.options.max_header;
  if (found == HeadScanner::Found::nonsense) {
    refuse_and_close(400, "usage", "the header is no header of HTTP");
  } else if (found == HeadScanner::Found::whole && scanner_.end() <= most) {
    begin_request(input().substr(scanner_.begin(), scanner_.end() - scanner_.begin()));
  } else if (input().size() >= most) {
    refuse_and_close(431, "size", "the header is too large");
  } else {
    receive(std::min(most, std::max(small_buffer, 2 * input().size())));
    return false;
  }
  return true;
}

// The views of the head point into the input: what is needed later is copied.
void Session::begin_request(std::string_view head_bytes) {
  parser_.emplace();
  const std::size_t end = scanner_.end();
  const std::string_view wrong_head = parser_->parse_head(head_bytes);
  if (!wrong_head.empty()) return refuse_and_close(400, "usage", wrong_head);
  const RequestHead& head = parser_->head();
  method_ = head.method;
  is_head_ = head.method == "HEAD";
  is_http11_ = head.is_http11;
  keep_alive_ = parser_->keep_alive();
  expects_continue_ = head.expects_continue && !parser_->is_done();
  target_ = Target{};
  const std::string_view wrong_target = parse_target(head.target, target_);
  if (front_.log) path_ = target_.raw_path;
  if (!wrong_target.empty()) return refuse_and_close(400, "usage", wrong_target);
  verdict_ = judge(front_, home(), peer_, head, target_);
  if (verdict_.is_listed_origin) origin_ = *head.origin;
  consume(end);
  if (verdict_.status != 200) return refuse(verdict_);
  if (!verdict_.is_lines && parser_->remaining() > front_.options.max_body) {
    return refuse_and_close(413, "size", "the body is too large");
  }
  phase_ = Phase::body;
  allow_each_piece(front_.options.body_seconds);
  if (verdict_.is_lines) begin_lines();
}

bool Session::read_body() {
  if (is_receiving()) return false;
  if (lines_ && lines_->has_lines()) {
    answer_lines();
    return false;
  }
  while (!parser_->is_done() && !input().empty()) {
    const auto taken = parser_->parse_body(input(), lines_ ? lines_->text() : body_);
    if (!taken) {
      refuse_and_close(400, "usage", "the body is not in chunks as HTTP has them");
      return true;
    }
    consume(*taken);
    if (*taken == 0) break;
  }
  if (is_body_too_large()) {
    refuse_and_close(413, "size", lines_ ? "a line is too long" : "the body is too large");
    return true;
  }
  if (!has_memory_for_body()) {
    refuse_and_close(503, "busy", "there are too many large requests");
    return true;
  }
  if (lines_ && lines_->has_lines()) return true;
  if (!parser_->is_done()) return ask_for_body();
  if (lines_) {
    lines_->end();
    answer_lines();
    return phase_ == Phase::answer;
  }
  dispatch();
  return true;
}

// Waits for more of the body, and tells a client that waits itself to send it.
bool Session::ask_for_body() {
  if (std::exchange(expects_continue_, false) && !has_answer_begun_) {
    out_head_ = "HTTP/1.1 100 Continue\r\n\r\n";
    out_body_.clear();
    is_out_ready_ = true;
    next_ = Next::body;
    phase_ = Phase::answer;
    return true;
  }
  if (input().size() >= large_buffer) {
    refuse_and_close(400, "usage", "the header of a chunk is too large");
    return true;
  }
  receive(body_room());
  return false;
}

std::size_t Session::body_room() const {
  const std::size_t known = parser_->is_chunked() ? large_buffer : parser_->remaining();
  return std::clamp(known, small_buffer, large_buffer);
}

bool Session::is_body_too_large() const {
  if (lines_) return lines_->is_too_long();
  return body_.size() > front_.options.max_body;
}

bool Session::has_memory_for_body() {
  const std::size_t size = lines_ ? lines_->text().size() : body_.size();
  if (size <= small_body || size <= counted_body_) return true;
  const std::size_t more = size - counted_body_;
  counted_body_ = size;
  return front_.body_bytes.fetch_add(more) + more <= front_.most_body_bytes();
}

void Session::release_body_memory() {
  if (counted_body_ > 0) front_.body_bytes.fetch_sub(std::exchange(counted_body_, 0));
}

// The body of a request that was refused.
bool Session::discard_body() {
  if (is_receiving()) return false;
  while (!parser_->is_done() && !input().empty()) {
    body_.clear();
    const auto taken = parser_->parse_body(input(), body_);
    consume(taken.value_or(0));
    if (!taken) {
      close_gently();
      return false;
    }
  }
  if (!parser_->is_done()) {
    receive(body_room());
    return false;
  }
  begin_next();
  return true;
}

void Session::refuse(const Verdict& verdict) {
  const bool may_discard = parser_->is_done() || (!parser_->is_chunked() && !expects_continue_ &&
                                                  parser_->remaining() <= most_discarded);
  if (!may_discard) keep_alive_ = false;
  Response response;
  response.status = verdict.status;
  response.allow = verdict.allow;
  response.type = verdict.status == 204 ? "" : "application/json";
  if (verdict.status != 204) response.body = error_body(verdict.kind, verdict.message);
  if (verdict.is_guessing && front_.resting.fetch_add(1) >= front_.most_resting()) {
    front_.resting.fetch_sub(1);
    keep_alive_ = false;  // no room to wait: at least the next one needs another connection
  } else if (verdict.is_guessing) {
    is_resting_ = true;
  }
  prepare(std::move(response));
  if (is_resting_) answer_later();
}

// The answer is ready. Until then nothing more is read of the connection, so that guessing costs
// the service next to nothing, and gets nowhere.
void Session::answer_later() {
  phase_ = Phase::rest;
  rest(rest_seconds);
}

void Session::on_rested() {
  end_rest();
  phase_ = Phase::answer;
  pump();
}

void Session::end_rest() {
  if (std::exchange(is_resting_, false)) front_.resting.fetch_sub(1);
}

void Session::refuse_and_close(int status, std::string_view kind, std::string_view message) {
  keep_alive_ = false;
  if (has_answer_begun_) {  // too late for a status: the client sees that the answer breaks off
    phase_ = Phase::over;
    close();
    return;
  }
  lines_.reset();
  batch_.reset();
  Response response;
  response.status = status;
  response.body = error_body(kind, message);
  prepare(std::move(response));
}

bool Session::after_answer() {
  if (next_ == Next::body) {
    phase_ = Phase::body;
    allow_each_piece(front_.options.body_seconds);
    return true;
  }
  record();
  if (next_ == Next::close) {
    phase_ = Phase::over;
    close_gently();
    return false;
  }
  if (parser_ && !parser_->is_done()) {
    phase_ = Phase::discard;
    allow_each_piece(front_.options.body_seconds);
    return true;
  }
  begin_next();
  return true;
}

void Session::begin_next() {
  release_body_memory();
  phase_ = Phase::head;
  ++number_;
  scanner_ = HeadScanner();
  has_begun_ = has_answer_begun_ = false;
  status_ = 0;
  body_ = {};
  lines_.reset();
  batch_.reset();
  verdict_ = Verdict{};
  method_.clear();
  path_.clear();
  origin_.clear();
  logged_body_.clear();
}

void Session::on_end() {
  if (phase_ == Phase::head && !has_begun_) return close();
  if (phase_ == Phase::head || phase_ == Phase::body) {
    refuse_and_close(400, "usage", "the request ends early");
    return pump();
  }
  close();
}

void Session::on_late() {
  if (phase_ == Phase::head && has_begun_) {
    refuse_and_close(408, "time", "the header took too long");
  } else if (phase_ == Phase::body && !has_answer_begun_) {
    refuse_and_close(408, "time", "the body took too long");
  } else {
    return close();
  }
  pump();
}

void Session::wind_down() {
  keep_alive_ = false;
  if (phase_ != Phase::head || has_begun_) return;
  phase_ = Phase::over;
  close();  // nothing of it is unread
}

}  // namespace clade::detail::serve

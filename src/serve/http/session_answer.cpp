// The part of a session between the request and its answer.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_text.h"
#include "data/utf8.h"
#include "serve/http/answer_head.h"
#include "serve/http/session.h"

namespace clade::detail::serve {

namespace {

// Predictions for so long a body are made where it was read: handing them over would take longer.
constexpr std::size_t quick_body = std::size_t{8} << 10;
constexpr std::size_t most_logged = std::size_t{64} << 10;
constexpr std::string_view json_type = "application/json";

// Calls back once: with a defect of the service if nobody else does.
class Reply {
 public:
  Reply(std::shared_ptr<Connection> session, std::function<void(Response)> deliver)
      : session_(std::move(session)), deliver_(std::move(deliver)) {}
  ~Reply() {
    if (!used_.test_and_set()) deliver_({500, error_body("internal", "no answer was made")});
  }
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;
  void operator()(Response response) {
    if (!used_.test_and_set()) deliver_(std::move(response));
  }

 private:
  std::shared_ptr<Connection> session_;
  std::function<void(Response)> deliver_;
  std::atomic_flag used_;
};

// 2026-01-31T12:00:00.123Z
std::string utc_text(std::chrono::system_clock::time_point time) {
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)), since.count() % 1000);
}

Response internal_error() { return {500, error_body("internal", "a defect of clade")}; }

}  // namespace

void Session::dispatch() {
  phase_ = Phase::work;
  allow_forever();
  if (front_.options.log_texts) logged_body_ = whole_letters(body_, most_logged);
  if (verdict_.own) return answer_own(*verdict_.own);
  ask_service();
}

void Session::answer_own(OwnRoute route) {
  Response response;
  std::string more = "Cache-Control: no-cache\r\n";
  switch (route) {
    case OwnRoute::page:
      response.body = front_.page.text;
      response.type = "text/html; charset=utf-8";
      more += "Content-Security-Policy: " + front_.page.policy +
              "\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n";
      break;
    case OwnRoute::openapi:
      response.body = openapi_text();
      break;
    case OwnRoute::health:
      response.body = R"({"status":"ok"})";
      break;
    case OwnRoute::readiness:
      if (front_.ending || !front_.service.is_ready()) {
        response.status = 503;
        response.body = front_.ending ? error_body("busy", "the service ends")
                                      : error_body("disk", "the journal cannot be written to");
      } else {
        response.body = R"({"status":"ready"})";
      }
      break;
    case OwnRoute::metrics:
      response.body = front_.metrics();
      response.type = "text/plain; version=0.0.4; charset=utf-8";
      break;
  }
  prepare(std::move(response), more);
}

void Session::ask_service() {
  auto request = std::make_shared<Request>();
  request->method = is_head_ ? "GET" : method_;
  request->path = std::move(target_.path);
  request->query = std::move(target_.query);
  request->body = std::move(body_);
  const bool is_quick = verdict_.admission.takes_lines && request->body.size() <= quick_body;
  auto self = std::static_pointer_cast<Session>(shared_from_this());
  auto reply = std::make_shared<Reply>(self, [self, number = number_](Response response) {
    deliver_later(self, number, std::move(response));
  });
  auto work = [this, request, reply] {
    try {
      front_.service.handle(*request,
                            [reply](Response response) { (*reply)(std::move(response)); });
    } catch (...) {
      (*reply)(internal_error());
    }
  };
  if (is_quick) {
    work();
  } else {
    boost::asio::post(front_.workers, std::move(work));
  }
}

void Session::deliver_later(const std::shared_ptr<Session>& session, std::uint64_t number,
                            Response response) {
  // At once where this is the session's own thread.
  boost::asio::dispatch(session->home().context(),
                        [session, number, response = std::move(response)]() mutable {
                          session->deliver(number, std::move(response));
                        });
}

void Session::deliver(std::uint64_t number, Response response) {
  if (is_closed() || phase_ != Phase::work || number != number_) return;
  try {
    prepare(std::move(response));
    pump();
  } catch (...) {
    close();
  }
}

void Session::prepare(Response response, std::string_view more) {
  if (front_.ending) keep_alive_ = false;
  status_ = response.status;
  const std::string fields = std::string(more) + further_fields() +
                             (response.allow.empty() ? "" : "Allow: " + response.allow + "\r\n");
  out_head_ = head_text({response.status, response.type, response.body.size(), is_http11_,
                         keep_alive_, home().date(), fields});
  out_body_ = is_head_ ? std::string() : std::move(response.body);
  if (out_body_.size() <= quick_body) out_head_ += std::exchange(out_body_, {});
  has_answer_begun_ = true;
  is_out_ready_ = true;
  next_ = keep_alive_ ? Next::request : Next::close;
  phase_ = Phase::answer;
}

std::string Session::further_fields() const {
  std::string out;
  if (!verdict_.own) out += "Cache-Control: no-store\r\n";
  if (status_ == 401) out += "WWW-Authenticate: Bearer\r\n";
  if (verdict_.retry_after > 0) out += fmt::format("Retry-After: {}\r\n", verdict_.retry_after);
  if (front_.names.lists_origins()) out += "Vary: Origin\r\n";
  if (!verdict_.is_listed_origin) return out;
  out += "Access-Control-Allow-Origin: " + origin_ +
         "\r\nAccess-Control-Expose-Headers: Retry-After\r\n";
  if (verdict_.is_preflight) {
    out +=
        "Access-Control-Allow-Methods: GET, HEAD, POST, DELETE\r\n"
        "Access-Control-Allow-Headers: Authorization, Content-Type\r\n"
        "Access-Control-Max-Age: 600\r\n";
  }
  return out;
}

// A batch that is answered while it comes.
void Session::begin_lines() {
  Request request;
  request.method = method_;
  request.path = target_.path;
  request.query = target_.query;
  Response refused;
  batch_ = front_.service.line_batch(request, refused);
  if (batch_) {
    lines_ = std::make_unique<LineFeed>(front_.options.max_body);
    return;
  }
  keep_alive_ = keep_alive_ && parser_->is_done();
  prepare(std::move(refused));
}

// The next lines, or none at the end of the batch.
void Session::answer_lines() {
  phase_ = Phase::work;
  allow_forever();
  if (front_.options.log_texts && logged_body_.size() < most_logged) {
    logged_body_ += whole_letters(lines_->text(), most_logged - logged_body_.size());
  }
  if (!lines_->has_lines()) return prepare_part({}, true);
  auto self = std::static_pointer_cast<Session>(shared_from_this());
  boost::asio::post(front_.workers, [this, self] {
    std::string text;
    bool failed = false;
    try {
      text = lines_->answer(*batch_);
    } catch (...) {
      failed = true;
    }
    boost::asio::post(home().context(), [this, self, text = std::move(text), failed]() mutable {
      take_lines_answer(std::move(text), failed);
    });
  });
}

void Session::take_lines_answer(std::string text, bool failed) {
  if (is_closed()) return;
  try {
    if (failed) {
      refuse_and_close(500, "internal", "a defect of clade");
    } else {
      const bool is_last = parser_->is_done() && lines_->is_empty();
      prepare_part(std::move(text), is_last);
    }
    pump();
  } catch (...) {
    close();
  }
}

void Session::prepare_part(std::string text, bool is_last) {
  if (is_last && front_.ending) keep_alive_ = false;
  out_head_.clear();
  if (!std::exchange(has_answer_begun_, true)) {
    status_ = 200;
    keep_alive_ = keep_alive_ && is_http11_;  // without chunks the connection's end is the end
    out_head_ = head_text({200, "application/x-ndjson", std::nullopt, is_http11_, keep_alive_,
                           home().date(), further_fields()});
  }
  if (is_http11_ && !text.empty()) {
    out_head_ += fmt::format("{:x}\r\n", text.size());
    text += "\r\n";
  }
  if (is_http11_ && is_last) text += "0\r\n\r\n";
  out_body_ = std::move(text);
  is_out_ready_ = true;
  next_ = !is_last ? Next::body : keep_alive_ ? Next::request : Next::close;
  phase_ = Phase::answer;
}

void Session::on_closed() {
  release_body_memory();
  end_rest();
  if (status_ == 0) return;
  front_.counts.unfinished.fetch_add(1, std::memory_order_relaxed);
  record();
}

// Once for each request that is answered, whole or not.
void Session::record() {
  const int status = std::exchange(status_, 0);
  const double seconds = std::chrono::duration<double>(Clock::now() - begun_at_).count();
  const bool is_known = method_ == "GET" || method_ == "POST" || method_ == "HEAD" ||
                        method_ == "DELETE" || method_ == "OPTIONS";
  home().metrics.count(verdict_.route(), is_known ? std::string_view(method_) : "other", status,
                       seconds);
  if (!front_.log) return;
  constexpr std::array roles{"nobody", "read", "feedback", "admin"};
  auto line = nlohmann::ordered_json::object();
  line["time"] = utc_text(std::chrono::system_clock::now());
  line["address"] = peer_.address;
  line["method"] = method_;
  line["path"] = path_;
  line["status"] = status;
  line["bytes"] = sent_bytes() - sent_before_;
  line["milliseconds"] = static_cast<double>(std::llround(seconds * 1e6)) / 1e3;
  line["role"] = home().tokens ? roles[static_cast<std::size_t>(verdict_.role)] : "nobody";
  if (front_.options.log_texts) line["body"] = logged_body_;
  front_.log->write(json_text(line));
}

}  // namespace clade::detail::serve

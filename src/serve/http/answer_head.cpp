#include "serve/http/answer_head.h"

#include <fmt/format.h>

#include <boost/beast/http/status.hpp>

namespace clade::detail::serve {

std::string head_text(const AnswerHead& head) {
  std::string out;
  out.reserve(256 + head.more.size());
  const auto reason = boost::beast::http::obsolete_reason(
      boost::beast::http::int_to_status(static_cast<unsigned>(head.status)));
  out += "HTTP/1.1 ";
  out += fmt::format_int(head.status).c_str();
  out += ' ';
  out.append(reason.data(), reason.size());
  out += "\r\nDate: ";
  out += head.date;
  if (!head.type.empty()) {
    out += "\r\nContent-Type: ";
    out += head.type;
  }
  if (head.length && head.status != 204) {
    out += "\r\nContent-Length: ";
    out += fmt::format_int(*head.length).c_str();
  } else if (!head.length && head.is_http11) {
    out += "\r\nTransfer-Encoding: chunked";
  }
  if (!head.keep_alive) {
    out += "\r\nConnection: close";
  } else if (!head.is_http11) {
    out += "\r\nConnection: keep-alive";
  }
  out += "\r\nX-Content-Type-Options: nosniff\r\n";
  out += head.more;
  out += "\r\n";
  return out;
}

}  // namespace clade::detail::serve

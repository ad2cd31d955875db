#include "serve/http/request_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <cstdint>
#include <limits>

namespace clade::detail::serve {

namespace http = boost::beast::http;

namespace {

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

RequestParser::RequestParser() {
  // Lengths are the caller's business.
  header_limit(std::numeric_limits<std::uint32_t>::max());
  body_limit(std::numeric_limits<std::uint64_t>::max());
}

std::string_view RequestParser::parse_head(std::string_view bytes) {
  Problem problem;
  std::size_t taken = 0;
  while (taken < bytes.size() && !is_header_done() && !problem) {
    taken += put(boost::asio::const_buffer(bytes.data() + taken, bytes.size() - taken), problem);
  }
  in_head_ = false;
  if (!wrong_.empty()) return wrong_;
  if (problem == http::error::bad_version) return "expected HTTP/1.1 or HTTP/1.0";
  if (problem || !is_header_done()) return "the header is no header of HTTP";
  eager(true);
  return {};
}

std::size_t RequestParser::remaining() const {
  return content_length_remaining() ? static_cast<std::size_t>(*content_length_remaining()) : 0;
}

std::optional<std::size_t> RequestParser::parse_body(std::string_view bytes, std::string& content) {
  content_ = &content;
  Problem problem;
  const std::size_t taken = put(boost::asio::const_buffer(bytes.data(), bytes.size()), problem);
  if (problem && problem != http::error::need_more) return std::nullopt;
  return taken;
}

void RequestParser::on_request_impl(http::verb /*verb*/, Text method, Text target, int version,
                                    Problem& /*problem*/) {
  head_.method = view(method);
  head_.target = view(target);
  head_.is_http11 = version == 11;
}

void RequestParser::take_once(std::optional<std::string_view>& field, Text value) {
  if (field) wrong_ = "a field that may be there once is there twice";
  field = view(value);
}

void RequestParser::on_field_impl(http::field name, Text /*name_text*/, Text value,
                                  Problem& problem) {
  if (!in_head_) return;  // a trailer, which nobody asked for
  switch (name) {
    case http::field::host:
      take_once(head_.host, value);
      break;
    case http::field::origin:
      take_once(head_.origin, value);
      break;
    case http::field::authorization:
      take_once(head_.authorization, value);
      break;
    case http::field::content_encoding:
      take_once(head_.content_encoding, value);
      break;
    case http::field::content_type:
      if (has_type_) wrong_ = "Content-Type is there twice";
      has_type_ = true;
      head_.content_type = view(value);
      break;
    case http::field::content_length:
      // Beast lets equal lengths pass, and "5, 5".
      if (has_length_ || value.find(',') != Text::npos) wrong_ = "Content-Length is there twice";
      has_length_ = true;
      break;
    case http::field::transfer_encoding:
      // Beast would take "chunked, identity" for a request without a body.
      if (!boost::beast::iequals(value, "chunked") || !head_.is_http11) {
        wrong_ = "expected `Transfer-Encoding: chunked` of HTTP/1.1 alone";
      }
      has_encoding_ = true;
      break;
    case http::field::expect:
      head_.expects_continue = head_.is_http11 && boost::beast::iequals(value, "100-continue");
      break;
    case http::field::access_control_request_method:
      head_.wants_method = true;
      break;
    default:
      break;
  }
  if (!wrong_.empty()) problem = http::error::bad_field;
}

void RequestParser::on_header_impl(Problem& problem) {
  if (!has_length_ || !has_encoding_) return;
  wrong_ = "Content-Length and Transfer-Encoding exclude each other";
  problem = http::error::bad_field;
}

std::size_t RequestParser::on_body_impl(Text body, Problem& /*problem*/) {
  content_->append(body.data(), body.size());
  return body.size();
}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t /*remaining*/, Text body,
                                              Problem& /*problem*/) {
  content_->append(body.data(), body.size());
  return body.size();
}

}  // namespace clade::detail::serve

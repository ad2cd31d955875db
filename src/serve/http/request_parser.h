// Beast's parser with a sink of our own: no field is copied, and what it lets pass but could be
// read in two ways is refused.
#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clade::detail::serve {

// What the service looks at; the views point into the bytes that were parsed.
struct RequestHead {
  std::string_view method, target;
  std::string_view content_type;
  std::optional<std::string_view> host, origin, authorization, content_encoding;
  bool wants_method = false;  // Access-Control-Request-Method is there
  bool expects_continue = false;
  bool is_http11 = true;
};

class RequestParser final : private boost::beast::http::basic_parser<true> {
 public:
  RequestParser();

  // The bytes of a whole header, as HeadScanner found it. "" or what is wrong with it.
  std::string_view parse_head(std::string_view bytes);
  const RequestHead& head() const { return head_; }

  bool is_done() const { return basic_parser::is_done(); }
  bool keep_alive() const { return basic_parser::keep_alive(); }
  bool is_chunked() const { return basic_parser::chunked(); }
  // 0 where it is not known.
  std::size_t remaining() const;

  // Takes bytes of the body, puts their content behind `content`, and returns how many it took; 0
  // where it must see more at once. Nothing if they are no body.
  std::optional<std::size_t> parse_body(std::string_view bytes, std::string& content);

 private:
  using Text = boost::beast::string_view;
  using Problem = boost::beast::error_code;

  void on_request_impl(boost::beast::http::verb, Text method, Text target, int version,
                       Problem&) override;
  void on_response_impl(int, Text, int, Problem&) override {}
  void on_field_impl(boost::beast::http::field name, Text, Text value, Problem& problem) override;
  void on_header_impl(Problem&) override;
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Problem&) override {}
  std::size_t on_body_impl(Text body, Problem&) override;
  void on_chunk_header_impl(std::uint64_t, Text, Problem&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text body, Problem&) override;
  void on_finish_impl(Problem&) override {}

  void take_once(std::optional<std::string_view>& field, Text value);

  RequestHead head_;
  std::string_view wrong_;
  std::string* content_ = nullptr;
  bool in_head_ = true;
  bool has_length_ = false, has_encoding_ = false, has_type_ = false;
};

}  // namespace clade::detail::serve

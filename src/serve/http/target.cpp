#include "serve/http/target.h"

#include <algorithm>
#include <optional>

#include "data/utf8.h"

namespace clade::detail::serve {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Nothing where an escape is broken, or the result is not text.
std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
      if (low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  if (!is_utf8(out) || has_control_character(out)) return std::nullopt;
  return out;
}

std::string_view parse_path(std::string_view text, Target& target) {
  target.raw_path = text;
  while (!text.empty()) {
    text.remove_prefix(1);  // the slash
    const std::size_t end = std::min(text.find('/'), text.size());
    std::optional<std::string> segment = decoded(text.substr(0, end), false);
    if (!segment) return "the path is not percent-encoded UTF-8";
    if (*segment == "." || *segment == "..") return "the path has a segment . or ..";
    target.path.push_back(std::move(*segment));
    text.remove_prefix(end);
  }
  return {};
}

std::string_view parse_query(std::string_view text, Target& target) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view field = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (field.empty()) continue;
    const std::size_t equals = std::min(field.find('='), field.size());
    std::optional<std::string> name = decoded(field.substr(0, equals), true);
    std::optional<std::string> value =
        decoded(field.substr(std::min(equals + 1, field.size())), true);
    if (!name || !value) return "the query is not percent-encoded UTF-8";
    if (!target.query.emplace(std::move(*name), std::move(*value)).second) {
      return "a field is in the query twice";
    }
  }
  return {};
}

// Takes "http://name:port" off the target.
std::string_view take_authority(std::string_view& text) {
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos) return {};
  std::string_view rest = text.substr(scheme + 3);
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  const std::string_view authority = rest.substr(0, end);
  text = rest.substr(end);
  return authority;
}

bool is_printable_ascii(char c) { return c > ' ' && c < 0x7f; }

}  // namespace

std::string_view parse_target(std::string_view text, Target& target) {
  if (text == "*") {
    target.is_asterisk = true;
    target.raw_path = text;
    return {};
  }
  if (!std::all_of(text.begin(), text.end(), is_printable_ascii)) {
    return "the target of the request is not percent-encoded";
  }
  if (!text.starts_with('/')) {
    if (!text.starts_with("http://") && !text.starts_with("https://")) {
      return "expected a path as the target of the request";
    }
    target.authority = take_authority(text);
    if (target.authority.empty()) return "expected a path as the target of the request";
    if (text.empty() || text.front() == '?') return "the target of the request has no path";
  }
  if (text.find('#') != std::string_view::npos) return "the target of the request has a fragment";
  const std::size_t query = std::min(text.find('?'), text.size());
  const std::string_view wrong = parse_path(text.substr(0, query), target);
  if (!wrong.empty()) return wrong;
  return parse_query(text.substr(std::min(query + 1, text.size())), target);
}

}  // namespace clade::detail::serve

#include "serve/http/names.h"

#include <algorithm>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail::serve {

namespace {

std::string small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "https" and what follows "://", or nothing.
std::optional<std::pair<std::string, Authority>> parse_origin(std::string_view origin) {
  const std::size_t end = origin.find("://");
  if (end == std::string_view::npos) return std::nullopt;
  std::string scheme = small_letters(origin.substr(0, end));
  if (scheme != "http" && scheme != "https") return std::nullopt;
  auto authority = parse_authority(origin.substr(end + 3));
  if (!authority) return std::nullopt;
  if (authority->port == (scheme == "http" ? "80" : "443")) authority->port.clear();
  return std::pair{std::move(scheme), std::move(*authority)};
}

}  // namespace

std::optional<Authority> parse_authority(std::string_view text) {
  Authority found;
  std::size_t end = 0;
  if (text.starts_with('[')) {
    end = text.find(']');
    if (end == std::string_view::npos || end < 3) return std::nullopt;
    found.name = small_letters(text.substr(1, end - 1));
    const auto belongs = [](char c) {
      return c == ':' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    };
    if (!std::all_of(found.name.begin(), found.name.end(), belongs)) return std::nullopt;
    ++end;
  } else {
    end = std::min(text.find(':'), text.size());
    found.name = small_letters(text.substr(0, end));
    if (found.name.empty() ||
        !std::all_of(found.name.begin(), found.name.end(), is_name_character)) {
      return std::nullopt;
    }
  }
  if (end == text.size()) return found;
  found.port = text.substr(end + 1);
  if (text[end] != ':' || !is_port(found.port)) return std::nullopt;
  return found;
}

std::string in_url(std::string_view address) {
  const bool has_colon = address.find(':') != std::string_view::npos;
  return has_colon ? "[" + std::string(address) + "]" : std::string(address);
}

Names::Names(const std::string& address, unsigned port, bool has_tls,
             const std::vector<std::string>& hosts, const std::vector<std::string>& cors)
    : names_{"localhost", address}, port_(std::to_string(port)), has_tls_(has_tls) {
  for (const std::string& host : hosts) {
    const auto authority = parse_authority(host);
    if (!authority || !authority->port.empty()) {
      fail_parameter("hosts", "expected names without a port, separated by commas, got {}",
                     quoted(host));
    }
    names_.push_back(authority->name);
  }
  for (const std::string& origin : cors) {
    if (!parse_origin(origin) || small_letters(origin) != origin) {
      fail_parameter("cors", "expected origins such as https://example.org, got {}",
                     quoted(origin));
    }
    origins_.push_back(origin);
  }
}

bool Names::knows(std::string_view host, std::string_view local) const {
  const auto authority = parse_authority(host);
  if (!authority) return false;
  if (!authority->port.empty() && authority->port != port_) return false;
  return authority->name == local ||
         std::find(names_.begin(), names_.end(), authority->name) != names_.end();
}

bool Names::is_own(std::string_view origin, std::string_view host) const {
  const auto page = parse_origin(origin);
  auto called = parse_authority(host);
  if (!page || !called) return false;
  // Without TLS of its own the service may be behind a proxy that has it.
  if (has_tls_ && page->first != "https") return false;
  if (called->port == (page->first == "http" ? "80" : "443")) called->port.clear();
  return page->second.name == called->name && page->second.port == called->port;
}

bool Names::may_call(std::string_view origin) const {
  return std::find(origins_.begin(), origins_.end(), origin) != origins_.end();
}

}  // namespace clade::detail::serve

// By which names the service may be called, and from which web sites.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::serve {

// "name:port", "[::1]:port", with or without the port.
struct Authority {
  std::string name;  // in small letters, without brackets
  std::string port;  // "" where there is none
};
std::optional<Authority> parse_authority(std::string_view text);

// An address of a socket as it is written in a URL: in brackets where it has colons.
std::string in_url(std::string_view address);

class Names {
 public:
  // `hosts` and `cors` as in HttpOptions; Error{usage} for what is no name and no origin.
  Names(const std::string& address, unsigned port, bool has_tls,
        const std::vector<std::string>& hosts, const std::vector<std::string>& cors);

  // Whether Host names this service. `local` is the address at which the client reached it.
  bool knows(std::string_view host, std::string_view local) const;
  // Whether a page of `origin` is one of the service itself, called by `host`.
  bool is_own(std::string_view origin, std::string_view host) const;
  // Whether it is listed.
  bool may_call(std::string_view origin) const;
  bool lists_origins() const { return !origins_.empty(); }

 private:
  std::vector<std::string> names_;
  std::string port_;
  bool has_tls_;
  std::vector<std::string> origins_;
};

}  // namespace clade::detail::serve

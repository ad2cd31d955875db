// The target of a request: what it asks for.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clade::detail::serve {

struct Target {
  std::vector<std::string> path;  // its segments, percent-decoded
  std::map<std::string, std::string> query;
  std::string_view authority;  // of "http://name:port/path", else empty
  std::string_view raw_path;   // as it came, without the query
  bool is_asterisk = false;    // OPTIONS *
};

// "" or what is wrong with the target. Each segment is decoded once and by itself: an encoded slash
// stays part of its segment. Segments "." and ".." are refused, so that nobody has to resolve them.
std::string_view parse_target(std::string_view text, Target& target);

}  // namespace clade::detail::serve

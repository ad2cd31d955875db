// Who is let in: every check of a request that needs no more than its header.
#pragma once

#include <string>
#include <string_view>

#include "serve/http/front.h"
#include "serve/http/request_parser.h"
#include "serve/http/target.h"

namespace clade::detail::serve {

// Of a connection.
struct Peer {
  std::string address;  // of the client
  std::string local;    // at which it reached the service
  ClientKey key{};      // of its address
};

struct Verdict {
  int status = 200;  // else the request is answered with it at once
  std::string_view kind = {};
  std::string message = {};
  std::string allow = {};    // with 405, and 204 to OPTIONS
  int retry_after = 0;       // with 429
  bool is_guessing = false;  // with 401: one of many, whose answer is to wait
  Role role = Role::nobody;
  std::optional<OwnRoute> own = {};
  Admission admission = {};
  bool is_lines = false;      // the body is a document a line
  bool is_preflight = false;  // that is answered with what other sites may do
  bool is_listed_origin = false;

  // For metrics.
  std::string_view route() const {
    return admission.route.empty() ? std::string_view("other") : admission.route;
  }
};

Verdict judge(Front& front, IoThread& home, const Peer& peer, const RequestHead& head,
              const Target& target);

}  // namespace clade::detail::serve

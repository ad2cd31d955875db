#include "serve/http/gate.h"

#include <boost/beast/core/string.hpp>
#include <cmath>
#include <cstring>

#include "base/text.h"

namespace clade::detail::serve {

namespace {

bool equal_words(std::string_view a, std::string_view b) {
  return boost::beast::iequals({a.data(), a.size()}, {b.data(), b.size()});
}

// "application/json; charset=utf-8" without what follows the type; "" where that is another
// charset.
std::string_view media_type(std::string_view field) {
  const std::size_t end = std::min(field.find(';'), field.size());
  std::string_view parameters = trim(field.substr(end));
  while (!parameters.empty()) {
    parameters = trim(parameters.substr(1));
    const std::size_t next = std::min(parameters.find(';'), parameters.size());
    const std::string_view parameter = trim(parameters.substr(0, next));
    if (parameter.size() > 7 && equal_words(parameter.substr(0, 8), "charset=") &&
        !equal_words(parameter.substr(8), "utf-8") &&
        !equal_words(parameter.substr(8), "\"utf-8\"")) {
      return {};
    }
    parameters.remove_prefix(next);
  }
  return trim(field.substr(0, end));
}

class Judge {
 public:
  Judge(Front& front, IoThread& home, const Peer& peer, const RequestHead& head,
        const Target& target)
      : front_(front), home_(home), peer_(peer), head_(head), target_(target) {}

  Verdict run() {
    static_cast<void>(names_this_service() && comes_from_here() && finds_route() && has_token() &&
                      takes_method() && has_role() && keeps_rate() && has_type());
    return std::move(verdict_);
  }

 private:
  bool refuse(int status, std::string_view kind, std::string message) {
    verdict_.status = status;
    verdict_.kind = kind;
    verdict_.message = std::move(message);
    return false;
  }

  bool names_this_service() {
    if (!head_.host) return refuse(400, "usage", "the field Host is missing");
    const std::string_view authority = target_.authority;
    if (!authority.empty() && !equal_words(authority, *head_.host)) {
      return refuse(400, "usage", "Host and the target of the request name different hosts");
    }
    if (front_.names.knows(*head_.host, peer_.local)) return true;
    return refuse(403, "host", "Host names another host than this service");
  }

  bool comes_from_here() {
    if (!head_.origin) return true;
    verdict_.is_listed_origin = front_.names.may_call(*head_.origin);
    if (verdict_.is_listed_origin || front_.names.is_own(*head_.origin, *head_.host)) return true;
    return refuse(403, "origin",
                  "the request comes from a web site that may not call this service");
  }

  bool finds_route() {
    is_options_ = head_.method == "OPTIONS";
    if (target_.is_asterisk) {
      if (!is_options_) return refuse(400, "usage", "`*` is for OPTIONS alone");
      verdict_.allow = "GET, HEAD, POST, DELETE, OPTIONS";
      return refuse(204, {}, {});
    }
    const std::string_view method = head_.method == "HEAD" ? "GET" : head_.method;
    verdict_.own = own_route(target_.path);
    verdict_.admission = verdict_.own ? admit_own(*verdict_.own, method)
                                      : front_.service.admit(method, target_.path);
    const Admission& admission = verdict_.admission;
    verdict_.allow = admission.allow;
    if (admission.status == 405) complete_allow();
    if (!is_options_ || !head_.wants_method || !verdict_.is_listed_origin) return true;
    // Browsers ask without a token whether they may ask.
    verdict_.is_preflight = true;
    return refuse(admission.status == 404 ? 404 : 204, "path", "there is no such path");
  }

  void complete_allow() {
    std::string& allow = verdict_.allow;
    if (allow.find("GET") != std::string::npos) allow += ", HEAD";
    allow += allow.empty() ? "OPTIONS" : ", OPTIONS";
  }

  bool has_token() {
    if (home_.tokens == nullptr) {
      verdict_.role = Role::admin;
      return true;
    }
    const bool is_public = verdict_.own && verdict_.own != OwnRoute::metrics;
    if (is_public) return true;
    constexpr std::string_view scheme = "bearer ";
    const std::string_view field = head_.authorization.value_or(std::string_view());
    const bool is_there =
        field.size() > scheme.size() && equal_words(field.substr(0, scheme.size()), scheme);
    if (!is_there) return refuse_token("expected `Authorization: Bearer TOKEN`");
    const TokenEntry* token = home_.tokens->find(trim(field.substr(scheme.size())));
    if (token == nullptr) return refuse_token("this token is unknown");
    verdict_.role = token->role;
    std::memcpy(token_key_.data(), token->hash.data(), sizeof(token_key_));
    return true;
  }

  bool refuse_token(std::string message) {
    const auto now = std::chrono::steady_clock::now();
    verdict_.is_guessing = front_.unknown_tokens.take(peer_.key, now) > 0;
    return refuse(401, "token", std::move(message));
  }

  bool takes_method() {
    const Admission& admission = verdict_.admission;
    if (admission.status == 404) return refuse(404, "path", "there is no such path");
    if (is_options_) return refuse(204, {}, {});
    if (admission.status != 405) return true;
    return refuse(405, "path", "this path takes " + verdict_.allow);
  }

  bool has_role() {
    if (verdict_.role >= verdict_.admission.role) return true;
    return refuse(403, "role", "this token lacks the role for that");
  }

  bool keeps_rate() {
    const bool is_probe = verdict_.own == OwnRoute::health || verdict_.own == OwnRoute::readiness;
    if (front_.options.rate <= 0 || is_probe) return true;
    const bool has_key = home_.tokens != nullptr && verdict_.role != Role::nobody;
    const double wait =
        front_.rate.take(has_key ? token_key_ : peer_.key, std::chrono::steady_clock::now());
    if (wait <= 0) return true;
    verdict_.retry_after = static_cast<int>(std::ceil(std::min(wait, 3600.0)));
    return refuse(429, "rate", "too many requests");
  }

  bool has_type() {
    if (head_.method != "POST") return true;
    if (head_.content_encoding && !equal_words(*head_.content_encoding, "identity")) {
      return refuse(415, "type", "expected a body without Content-Encoding");
    }
    const std::string_view type = media_type(head_.content_type);
    verdict_.is_lines = verdict_.admission.takes_lines && equal_words(type, "application/x-ndjson");
    if (verdict_.is_lines || equal_words(type, "application/json")) return true;
    return refuse(415, "type",
                  verdict_.admission.takes_lines
                      ? "expected `Content-Type: application/json` or application/x-ndjson"
                      : "expected `Content-Type: application/json`");
  }

  Front& front_;
  IoThread& home_;
  const Peer& peer_;
  const RequestHead& head_;
  const Target& target_;
  Verdict verdict_;
  ClientKey token_key_{};
  bool is_options_ = false;
};

}  // namespace

Verdict judge(Front& front, IoThread& home, const Peer& peer, const RequestHead& head,
              const Target& target) {
  return Judge(front, home, peer, head, target).run();
}

}  // namespace clade::detail::serve
